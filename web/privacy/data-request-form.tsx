import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { z } from 'zod'
import {
  dataRequestOutcomes,
  dataRequests,
  dataRequestStates,
  outcomeMissing,
  formatOutcome,
} from '../../contract/data-requests.ts'
import { correctionFields } from '../../contract/correction-fields.ts'
import { formatInstant } from '../../contract/shown.ts'
import { call } from '../api/api-client.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import { RelatedLink } from '../links/related-link.tsx'
import { toDataRequestList, toUserEdit } from '../paths.ts'
import { useAllowedActions } from '../session-state/use-allowed-actions.ts'
import { breakEmail } from '../ui/break-email.tsx'
import { ChoiceSelect } from '../ui/choice-select.tsx'
import { Definition, DefinitionList } from '../ui/definition-list.tsx'
import { FormPage } from '../ui/form-page.tsx'
import { LongText } from '../ui/long-text.tsx'
import { StatusMark } from '../ui/status-mark.tsx'

const outcomes = [
  { value: 'accepted', label: dataRequestOutcomes.accepted },
  { value: 'refused', label: dataRequestOutcomes.refused },
]

/** Form input. No answer is preselected, because an answer is final. */
const answered = dataRequests.dataRequestAnswer.body.extend({
  accepted: z
    .boolean()
    .nullable()
    .refine((accepted) => accepted !== null, outcomeMissing),
})

/** Form that answers a correction request. The correction itself is made in the user's form. */
export default function DataRequestForm(): ReactElement {
  const { id } = useSearch({ from: '/data-request-form' })
  const allows = useAllowedActions('/data-request-list')
  const params = { id: String(id) }
  const form = useRecordForm({
    list: toDataRequestList,
    read: () => call('dataRequestGet', { params }),
    values: () => ({ accepted: '', answer: '' }),
    labels: { accepted: 'Resultado', answer: 'Resposta' },
    choices: () => ({ accepted: outcomes }),
    schema: answered,
    body: ({ accepted, answer }) => ({
      accepted: accepted === '' ? null : accepted === 'accepted',
      answer,
    }),
    save: ({ accepted, answer }, _, request) =>
      callConfirmed(
        `Responder o pedido de correção de ${request?.name ?? 'um titular'}`,
        'dataRequestAnswer',
        {
          params,
          body: { accepted: accepted === true, answer },
        },
      ),
    saved: 'Resposta enviada',
    refusals: {
      failure: 'Erro ao responder o pedido',
      unreadable: 'Não foi possível carregar o pedido.',
    },
  })
  const request = form.record
  const { onSave, ...page } = form.page
  const open = request?.answered_at === null && allows('answer')
  return (
    <FormPage
      title="Pedido de correção"
      subject={request?.name ?? null}
      actions={request && <RelatedLink {...toUserEdit(request.user_id)}>Abrir usuário</RelatedLink>}
      {...page}
      {...(open && onSave && { onSave })}
    >
      {request && (
        <DefinitionList>
          <Definition label="E-mail">{breakEmail(request.email)}</Definition>
          <Definition label="Dado">{correctionFields[request.field]}</Definition>
          <Definition label="Pedido em">{formatInstant(request.created_at)}</Definition>
          <Definition label="Prazo">{formatInstant(request.due_at)}</Definition>
          <Definition label="Status">
            <StatusMark on={request.state === 'answered'} late={request.state === 'late'}>
              {dataRequestStates[request.state]}
            </StatusMark>
          </Definition>
          {request.present !== null && (
            <Definition label="Como está" wide>
              {request.present}
            </Definition>
          )}
          <Definition label="Como deve ficar" wide>
            {request.wanted}
          </Definition>
          {request.answer !== null && request.answered_at !== null && (
            <Definition
              label={`${formatOutcome(request.accepted)} em ${formatInstant(request.answered_at)}`}
              wide
            >
              {request.answer}
            </Definition>
          )}
        </DefinitionList>
      )}
      {open && (
        <>
          <ChoiceSelect
            {...form.choice('accepted')}
            nothingFound="Nenhum resultado"
            // The field is focused when the form opens; an open dropdown would cover the next field.
            openOnFocus={false}
          />
          <LongText required {...form.text('answer')} />
        </>
      )}
    </FormPage>
  )
}
