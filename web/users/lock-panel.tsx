import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { lockKindNames } from '../../contract/locks.ts'
import { queriesOf, queryOf } from '../api/query-of.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { useAllowedActions } from '../session-state/use-allowed-actions.ts'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { formatInstant } from '../../contract/shown.ts'
import { formatNumber } from '../ui/format-number.ts'
import { UserPanel } from './user-panel.tsx'
import { userRefusals } from './user-refusals.ts'
import type { User } from './user-values.ts'

type Lock = SuccessOf<Api['userLockList']>['locks'][number] & { id: number }

const columns: Column<Lock>[] = [
  { header: 'O que foi tentado', cell: ({ kind }) => lockKindNames[kind] },
  {
    header: 'De onde',
    cell: ({ known_device, network }) =>
      known_device ? 'Um navegador conhecido' : (network ?? 'Todas as redes'),
  },
  {
    header: 'Vezes',
    kind: 'short',
    cell: ({ failures, free }) => `${formatNumber(failures)} (${formatNumber(free)} livres)`,
  },
  {
    header: 'Em espera até',
    kind: 'date',
    cell: ({ locked_until }) =>
      locked_until === null ? 'Sem espera' : formatInstant(locked_until),
  },
  {
    header: 'Esquecida em',
    kind: 'date',
    cell: ({ remembered_until }) => formatInstant(remembered_until),
  },
]

/**
 * Rate limits of an account: its failed attempts, which delay further ones, and the button that resets them (rulings
 * §4).
 */
export function LockPanel({ user }: { user: User }) {
  const { id: userId, name, account_wide, support } = user
  const allows = useAllowedActions('/user-edit')
  const queries = useQueryClient()
  const params = { userId: String(userId) }
  const query = useQuery(queryOf('userLockList', { params }))
  const locks = query.data?.locks
  const readAgain = () => void queries.invalidateQueries(queriesOf('userLockList'))
  const lift = useRecordAction({
    write: () =>
      callConfirmed(
        {
          question: 'Deseja realmente liberar a conta?',
          describe: `Liberar a conta de ${name}`,
          consequence:
            'As tentativas contadas são esquecidas imediatamente; as das redes continuam.',
        },
        'userUnlock',
        { params },
      ),
    done: 'Conta liberada com sucesso!',
    refusals: userRefusals('Erro ao liberar a conta!'),
    onDone: readAgain,
    onRefused: readAgain,
  })
  return (
    <UserPanel
      id="tentativas"
      title="Tentativas e esperas"
      lead="O que foi tentado nesta conta há pouco. Depois das vezes livres, cada tentativa espera."
      loading={query.isPending}
      onRetry={query.isError ? () => void query.refetch() : undefined}
      action={
        locks !== undefined &&
        locks.length > 0 &&
        ((account_wide && allows('unlock')) || support.includes('unlock')) && (
          <Button variant="default" loading={lift.busy} onClick={() => lift.start()}>
            Liberar conta
          </Button>
        )
      }
    >
      {locks?.length === 0 ? (
        <p>Nenhuma tentativa contada.</p>
      ) : (
        <DataTable
          label="Tentativas e esperas"
          columns={columns}
          rows={locks?.map((lock, id) => ({ ...lock, id }))}
          expectedRows={1}
        />
      )}
    </UserPanel>
  )
}
