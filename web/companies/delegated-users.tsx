import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { formatInstant } from '../../contract/shown.ts'
import { queriesOf } from '../api/query-of.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { Termo } from '../links/termo.tsx'
import { useAllowedActions } from '../session-state/use-allowed-actions.ts'
import { breakEmail } from '../ui/break-email.tsx'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { listBox } from '../ui/list-box.ts'
import { ListNote, ListUnreadable } from '../ui/list-note.tsx'
import { RemoveButton } from '../ui/remove-button.tsx'
import classes from './delegated-users.module.css'
import type { Delegated, useDelegated } from './use-delegated.ts'

const columns: Column<Delegated>[] = [
  { header: 'Nome', cell: ({ name }) => name },
  { header: 'E-mail', email: true, cell: ({ email }) => breakEmail(email) },
  { header: 'Empresa', cell: ({ company_name }) => company_name },
  { header: 'Data de início', kind: 'date', cell: ({ begin_date }) => formatInstant(begin_date) },
  {
    header: 'Data de fim',
    kind: 'date',
    cell: ({ end_date }) => (end_date === null ? 'Indeterminado' : formatInstant(end_date)),
  },
]

interface DelegatedUsersProps {
  delegated: ReturnType<typeof useDelegated>
  /** Maximum number of delegations per company; undefined if the caller has not read it. */
  limit: number | undefined
  /** True if only the tabs of a record are above this section. */
  first?: boolean
}

/** Users with a current or future delegation of the master role, each with a button that ends it. */
export function DelegatedUsers({ delegated, limit, first = false }: DelegatedUsersProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const queries = useQueryClient()
  const removes = useAllowedActions('/master-delegation')('delete')
  const { rows, error, refetch } = delegated
  /** The pressed button disappears with its row, so the title takes the focus. */
  const readAgain = async () => {
    await queries.invalidateQueries(queriesOf('companyTemporaryMasters'))
    title.current?.focus()
  }
  const remove = useRecordAction({
    write: ({ id, name, email }: Delegated) =>
      callConfirmed(
        {
          describe: `Remover a delegação de ${name}`,
          consequence: 'O que a pessoa pode fazer por delegação termina imediatamente.',
          danger: true,
        },
        'delegationRemove',
        { body: { email, id } },
      ),
    done: 'Delegação removida com sucesso!',
    refusals: { failure: 'Erro ao remover a delegação.', reasons: ['delegation-not-found'] },
    onDone: () => void readAgain(),
    onRefused: () => void readAgain(),
  })
  return (
    <section
      className={classes['part']}
      data-first={first || undefined}
      aria-labelledby="delegados"
    >
      <header className={classes['header']}>
        <h2 id="delegados" ref={title} tabIndex={-1}>
          Usuários delegados
        </h2>
        {rows && limit !== undefined && (
          <p>
            {`${rows.length} de ${limit} `}
            <Termo of="delegation">{limit === 1 ? 'delegação' : 'delegações'}</Termo> da empresa
          </p>
        )}
      </header>
      <div className={listBox}>
        {error ? (
          <ListUnreadable onRetry={() => void refetch()} />
        ) : (
          <DataTable
            label="Usuários delegados"
            columns={columns}
            rows={rows}
            expectedRows={2}
            actionIcons={1}
            {...(removes && {
              renderActions: (row: Delegated) => (
                <RemoveButton of={row.name} onPress={() => remove.start(row)} />
              ),
            })}
          />
        )}
        <ListNote door="closed">
          {rows?.length === 0 && 'Ninguém atua como usuário master por delegação.'}
        </ListNote>
      </div>
    </section>
  )
}
