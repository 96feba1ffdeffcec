import { Button } from '@mantine/core'
import {
  type ApiToken,
  apiTokenStateLabels,
  formatExpiration,
  revokedBy,
} from '../../contract/api-tokens.ts'
import { formatInstant } from '../../contract/shown.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import type { ColumnsOf } from '../list/list-operation.ts'
import type { useList } from '../list/use-list.ts'
import { useSeesEveryCompany } from '../session-state/use-allowed-actions.ts'
import { dangerOutlined } from '../ui/danger.ts'
import { ListCard } from '../ui/list-card.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import classes from './token-management.module.css'

type Columns = ColumnsOf<'apiTokenList'>

const token: Columns[number] = {
  header: 'Token',
  kind: 'short',
  cell: ({ start }) => <span className={classes['start']}>{start}…</span>,
}
const company: Columns[number] = { header: 'Empresa', clamp: true, cell: (row) => row.company.name }
const others: Columns = [
  {
    header: 'Data de início',
    sort: 'created_at',
    kind: 'date',
    cell: ({ created_at }) => formatInstant(created_at),
  },
  {
    header: 'Data de fim',
    sort: 'expiration_date',
    kind: 'date',
    cell: formatExpiration,
  },
  {
    header: 'Criado por',
    sort: 'create_user',
    cell: (row) => row.create_user.name,
  },
  { header: 'Último uso', sort: 'last_used_at', kind: 'date', cell: (row) => <LastUse of={row} /> },
  {
    header: 'Revogado em',
    sort: 'update_at',
    kind: 'date',
    priority: 5,
    cell: ({ update_at }) => update_at && formatInstant(update_at),
  },
  { header: 'Revogado por', priority: 5, cell: revokedBy },
  {
    header: 'Status',
    kind: 'status',
    cell: ({ state }) => (
      <StatusMark on={state === 'active'}>{apiTokenStateLabels[state]}</StatusMark>
    ),
  },
]

interface TokenHistoryProps {
  user: { id: number; name: string }
  list: ReturnType<typeof useList<'apiTokenList'>>['props']
  /** Id of the token created on this screen. */
  created: number | undefined
  mayRevoke: boolean
  onRevoked: (tokenId: number) => void
  onRefused: () => void
}

/** A user's active and earlier tokens. The active one can be revoked here (console.md §2, §4). */
export function TokenHistory({
  user,
  list,
  created,
  mayRevoke,
  onRevoked,
  onRefused,
}: TokenHistoryProps) {
  const everyCompany = useSeesEveryCompany('/token-management')
  const revoke = useRecordAction({
    write: async (row: ApiToken) => {
      await callConfirmed(
        {
          question: 'Revogar token',
          describe: `Revogar o token ${row.start}… de ${user.name}`,
          consequence: 'Os programas que o usam passam a ser recusados imediatamente.',
          danger: true,
        },
        'apiTokenRevoke',
        {
          params: { userId: String(user.id), tokenId: String(row.id) },
          body: { token_id: row.id, user_id: user.id },
        },
      )
      return row.id
    },
    done: 'Token revogado com sucesso!',
    onDone: onRevoked,
    refusals: {
      failure: 'Ocorreu um erro ao revogar o token.',
      reasons: ['api-token-not-active', 'api-token-not-found'],
    },
    onRefused,
  })
  return (
    <ListCard
      label="Histórico de tokens"
      searchLabel="Buscar token"
      columns={everyCompany ? [token, company, ...others] : [token, ...others]}
      {...(created !== undefined && { created: [created] })}
      {...(mayRevoke && {
        renderActions: (row: ApiToken) =>
          row.state === 'active' && (
            <Button
              variant="default"
              className={dangerOutlined}
              size="xs"
              aria-label={`Revogar: ${row.start}`}
              onClick={() => revoke.start(row)}
            >
              Revogar
            </Button>
          ),
      })}
      {...list}
    />
  )
}

/** Time and address of the last use. */
function LastUse({ of: { last_used_at, last_used_address } }: { of: ApiToken }) {
  if (last_used_at === null) return 'Nunca'
  return (
    <span>
      {formatInstant(last_used_at)}
      {last_used_address !== null && (
        <>
          {' '}
          <span className={classes['address']}>{last_used_address}</span>
        </>
      )}
    </span>
  )
}
