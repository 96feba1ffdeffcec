import { Button, NativeSelect } from '@mantine/core'
import { useRef, useState, type SubmitEvent } from 'react'
import {
  correctionRequestMax,
  dataRequestDays,
  dataRequests,
  formatOutcome,
  type OwnDataRequest,
} from '../../contract/data-requests.ts'
import { correctionFields, type CorrectionField } from '../../contract/correction-fields.ts'
import { fieldErrorMap } from '../../contract/field-sentences.ts'
import { formatInstant } from '../../contract/shown.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { useUnsavedChanges } from '../form/use-unsaved-changes.ts'
import { LongText } from '../ui/long-text.tsx'
import { useFocusAfterBusy } from '../ui/use-focus-after-busy.ts'
import { DataPart } from './data-section.tsx'
import classes from './my-data.module.css'

const schema = dataRequests.dataRequestCreate.body
const choices = [
  { value: '', label: 'Selecione' },
  ...Object.entries(correctionFields).map(([value, label]) => ({ value, label })),
]
const nothing = { field: '', wanted: '' }

interface CorrectionPanelProps {
  requests: readonly OwnDataRequest[]
  onAsked: () => void
}

/** Form for a correction request, and the status of earlier requests. */
export function CorrectionPanel({ requests, onAsked }: CorrectionPanelProps) {
  const [typed, setTyped] = useState(nothing)
  const [errors, setErrors] = useState<Partial<typeof nothing>>({})
  const form = useRef<HTMLFormElement>(null)
  useUnsavedChanges(typed.wanted.trim() !== '')
  const ask = useRecordAction({
    write: (body: { field: CorrectionField; wanted: string }) =>
      callConfirmed(
        `Pedir a correção de um dado seu: ${correctionFields[body.field]}`,
        'dataRequestCreate',
        { body },
      ),
    done: ({ due_at }) => `Pedido enviado. A resposta vem até ${formatInstant(due_at)}.`,
    onDone: () => {
      setTyped(nothing)
      onAsked()
    },
  })
  const button = useFocusAfterBusy(ask.busy)
  const change = (changed: Partial<typeof nothing>) => {
    setTyped((before) => ({ ...before, ...changed }))
    setErrors({})
  }
  // Only one request per field may be open. The error is shown on selection, before the identity confirmation.
  const open = requests.find(
    ({ field, answered_at }) => field === typed.field && answered_at === null,
  )
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (open) return form.current?.querySelector<HTMLElement>('select')?.focus()
    const checked = schema.safeParse(typed, { error: fieldErrorMap })
    if (checked.success) return ask.start(checked.data)
    const wrong = Object.fromEntries(
      checked.error.issues
        .map(({ path, message }) => [String(path[0]), message] as const)
        .toReversed(),
    )
    setErrors(wrong)
    form.current?.querySelector<HTMLElement>(wrong['field'] ? 'select' : 'textarea')?.focus()
  }
  return (
    <DataPart
      id="correcao"
      title="Pedir uma correção"
      lead={
        <p>{`Algo está errado ou incompleto? Um administrador responde em até ${dataRequestDays} dias (LGPD, art. 19).`}</p>
      }
    >
      <form ref={form} className={classes['ask']} onSubmit={submit} noValidate>
        <NativeSelect
          label="Dado"
          required
          data={choices}
          value={typed.field}
          error={open ? alreadyAsked(open) : errors.field}
          onChange={({ currentTarget: { value } }) => change({ field: value })}
        />
        <LongText
          label="Como deve ficar"
          required
          minRows={2}
          maxLength={correctionRequestMax}
          value={typed.wanted}
          error={errors.wanted}
          onChange={({ currentTarget: { value } }) => change({ wanted: value })}
        />
        <Button
          ref={button}
          type="submit"
          loading={ask.busy}
          aria-disabled={open !== undefined || undefined}
        >
          Pedir correção
        </Button>
      </form>
      {requests.length > 0 && (
        <ul className={classes['requests']} aria-label="Pedidos de correção">
          {requests.map((request) => (
            <OwnRequest key={request.id} {...request} />
          ))}
        </ul>
      )}
    </DataPart>
  )
}

const alreadyAsked = ({ created_at, due_at }: OwnDataRequest): string =>
  `Você já pediu a correção deste dado em ${formatInstant(created_at)}. A resposta vem até ${formatInstant(due_at)}.`

function OwnRequest({
  field,
  wanted,
  created_at,
  due_at,
  answered_at,
  accepted,
  answer,
}: OwnDataRequest) {
  return (
    <li>
      <p className={classes['requestHead']}>
        <strong>{correctionFields[field]}</strong>
        <span data-open={answered_at === null || undefined}>{formatOutcome(accepted)}</span>
      </p>
      <p className={classes['text']}>{wanted}</p>
      <p className={classes['when']}>
        {answered_at === null
          ? `Pedido em ${formatInstant(created_at)}. Prazo da resposta: ${formatInstant(due_at)}.`
          : `Pedido em ${formatInstant(created_at)}, respondido em ${formatInstant(answered_at)}.`}
      </p>
      {answer !== null && <p className={classes['answer']}>{answer}</p>}
    </li>
  )
}
