import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { networkLockKinds, type NetworkLock } from '../../contract/network-locks.ts'
import { formatInstant } from '../../contract/shown.ts'
import { queriesOf } from '../api/query-of.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import type { ColumnsOf } from '../list/list-operation.ts'
import { wordFilter } from '../list/list-filters.tsx'
import { useList } from '../list/use-list.ts'
import { useAllowedActions } from '../session-state/use-allowed-actions.ts'
import { formatNumber } from '../ui/format-number.ts'
import { ListPage } from '../ui/list-page.tsx'
import { StatusMark } from '../ui/status-mark.tsx'

const columns: ColumnsOf<'networkLockList'> = [
  { header: 'Rede', sort: 'network', cell: ({ network }) => network },
  { header: 'O que foi tentado', sort: 'kind', cell: ({ kind }) => networkLockKinds[kind] },
  {
    header: 'Falhas',
    sort: 'failures',
    kind: 'short',
    searched: false,
    cell: ({ failures }) => formatNumber(failures),
  },
  {
    header: 'Livres por hora',
    kind: 'short',
    searched: false,
    cell: ({ free }) => formatNumber(free),
  },
  {
    header: 'Esquecida em',
    sort: 'remembered_until',
    kind: 'date',
    cell: ({ remembered_until }) => formatInstant(remembered_until),
  },
  {
    header: 'Status',
    kind: 'status',
    cell: ({ slowed }) => <StatusMark on={!slowed}>{slowed ? 'Em espera' : 'Livre'}</StatusMark>,
  },
]

const kindFilter = wordFilter('O que foi tentado', 'Tudo o que foi tentado', networkLockKinds)
const slowedFilter = wordFilter('Status', 'Todos os status', { 1: 'Em espera', 0: 'Livre' })

/** Network and kind of attempt, for a sentence about one row. */
const nameOf = ({ network, kind }: NetworkLock) => `${network} (${networkLockKinds[kind]})`

/** List of networks with failed attempts; not in the specification (decision 8). */
export default function NetworkList(): ReactElement {
  const allows = useAllowedActions('/network-list')
  const queries = useQueryClient()
  const { props } = useList('networkLockList', {
    refreshEvery: 15_000,
    filters: { kind: kindFilter, slowed: slowedFilter },
  })
  const refresh = () => void queries.invalidateQueries(queriesOf('networkLockList'))
  const unlock = useRecordAction({
    write: (lock: NetworkLock) =>
      callConfirmed(
        {
          question: 'Deseja realmente liberar a rede?',
          describe: `Liberar a rede ${nameOf(lock)}`,
          consequence: 'As falhas contadas são esquecidas imediatamente.',
        },
        'networkUnlock',
        { params: { id: lock.id } },
      ),
    done: 'Rede liberada com sucesso!',
    onDone: refresh,
    onRefused: refresh,
  })
  return (
    <ListPage
      title="Redes com espera"
      searchLabel="Buscar rede"
      nothingYet="Nenhuma rede com falhas."
      nothingDoor="open"
      columns={columns}
      renderActions={(lock) =>
        allows('unlock') && (
          <Button
            variant="default"
            size="xs"
            aria-label={`Liberar: ${nameOf(lock)}`}
            onClick={() => unlock.start(lock)}
          >
            Liberar
          </Button>
        )
      }
      {...props}
    />
  )
}
