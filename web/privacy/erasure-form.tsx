import { Button, Skeleton } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { formatInstant } from '../../contract/shown.ts'
import { call } from '../api/api-client.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { useLeaveUnreadable, useRecord } from '../form/use-record.ts'
import { useBackToList } from '../list/use-back-to-list.ts'
import { toErasureList } from '../paths.ts'
import { useAllowedActions } from '../session-state/use-allowed-actions.ts'
import { dangerFilled } from '../ui/danger.ts'
import { Definition, DefinitionList } from '../ui/definition-list.tsx'
import { formatNumber } from '../ui/format-number.ts'
import { Page } from '../ui/page.tsx'
import { useFocusAfterBusy } from '../ui/use-focus-after-busy.ts'
import classes from './erasure-form.module.css'

/** Preview of the data of a user that an erasure removes or keeps, with the button that erases it irreversibly. */
export default function ErasureForm(): ReactElement {
  const { id } = useSearch({ from: '/erasure-form' })
  const params = { id: String(id) }
  const allows = useAllowedActions('/erasure-list')
  const leave = useBackToList(toErasureList())
  const { record: person, unreadable } = useRecord(() => call('erasureGet', { params }))
  useLeaveUnreadable(unreadable, leave, {
    unreadable: 'Não foi possível carregar os dados desta pessoa.',
  })
  const erase = useRecordAction({
    write: () =>
      callConfirmed(
        {
          describe: `Apagar os dados de ${person?.name}`,
          consequence: 'Os dados são apagados em todo lugar, e isso não pode ser desfeito.',
          danger: true,
        },
        'erasureCreate',
        { params },
      ),
    done: 'Dados apagados.',
    leave,
  })
  const button = useFocusAfterBusy(erase.busy)
  return (
    <Page
      width="narrow"
      title="Apagar dados"
      subject={person?.name ?? null}
      lead="Depois do prazo, os dados de uma pessoa excluída podem ser apagados. O que outras pessoas fizeram permanece; no lugar desta fica “Pessoa removida”."
    >
      <div className={classes['card']} aria-busy={!person}>
        {person ? <Preview {...person} /> : <Skeleton height={220} />}
        {/* The key replaces the buttons instead of moving them. */}
        <footer key={`buttons ${!person}`}>
          <Button variant="default" disabled={erase.busy} onClick={leave}>
            Voltar
          </Button>
          {person?.due && allows('erase') && (
            <Button
              ref={button}
              className={dangerFilled}
              loading={erase.busy}
              onClick={() => erase.start()}
            >
              Apagar definitivamente
            </Button>
          )}
        </footer>
      </div>
    </Page>
  )
}

type Foreseen = SuccessOf<Api['erasureGet']>

function Preview({ email, deleted_at, erasable_at, due, erased, kept }: Foreseen) {
  return (
    <>
      <DefinitionList>
        <Definition label="E-mail">{email}</Definition>
        <Definition label="Excluído em">{formatInstant(deleted_at)}</Definition>
        <Definition label="Fim do prazo">{formatInstant(erasable_at)}</Definition>
      </DefinitionList>
      {!due && (
        <p className={classes['note']}>
          {`O prazo ainda não terminou: os dados podem ser apagados a partir de ${formatInstant(erasable_at)}.`}
        </p>
      )}
      <h2>O que é apagado</h2>
      <ul className={classes['counts']}>
        {erased.map(({ what, count }) => (
          <li key={what}>
            <span>{what}</span>
            <strong>{formatNumber(count)}</strong>
          </li>
        ))}
      </ul>
      {kept.length > 0 && (
        <>
          <h2>O que fica</h2>
          <ul className={classes['kept']}>
            {kept.map(({ what, why }) => (
              <li key={what}>{`${what}: ${why}.`}</li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
