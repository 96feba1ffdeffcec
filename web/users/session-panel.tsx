import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { OwnSession } from '../../contract/sessions.ts'
import { queriesOf, queryOf } from '../api/query-of.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { useAllowedActions } from '../session-state/use-allowed-actions.ts'
import { EndSessionButton } from '../sessions/end-session-button.tsx'
import { readUserAgent } from '../../contract/user-agent.ts'
import { UserAgent } from '../sessions/user-agent.tsx'
import { dangerOutlined } from '../ui/danger.ts'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { formatInstant } from '../../contract/shown.ts'
import { UserPanel } from './user-panel.tsx'
import { userRefusals } from './user-refusals.ts'
import type { User } from './user-values.ts'

const columns: Column<OwnSession>[] = [
  { header: 'Dispositivo', cell: (session) => <UserAgent session={session} /> },
  { header: 'Endereço IP', cell: ({ address }) => address },
  { header: 'Início', kind: 'date', cell: ({ started_at }) => formatInstant(started_at) },
  { header: 'Último uso', kind: 'date', cell: ({ last_used_at }) => formatInstant(last_used_at) },
]

/**
 * A user's active sessions, each with a button that ends it. The viewer's own current session is ended by signing out.
 */
export function SessionPanel({ user }: { user: User }) {
  const { id: userId, name, own, account_wide } = user
  const allows = useAllowedActions('/user-edit')
  const queries = useQueryClient()
  const params = { userId: String(userId) }
  const query = useQuery(queryOf('sessionListOfUser', { params }))
  const sessions = query.data?.sessions
  const readAgain = () => void queries.invalidateQueries(queriesOf('sessionListOfUser'))
  const afterwards = {
    refusals: userRefusals('Erro ao encerrar a sessão!'),
    onDone: readAgain,
    onRefused: readAgain,
  }
  const end = useRecordAction({
    write: ({ id, user_agent, address }: OwnSession) =>
      callConfirmed(
        {
          describe: `Encerrar a sessão ${readUserAgent(user_agent)} (${address}) de ${name}`,
          consequence: ends,
          danger: true,
        },
        'sessionEndOfUser',
        { params: { ...params, id } },
      ),
    done: 'Sessão encerrada.',
    ...afterwards,
  })
  const endAll = useRecordAction({
    write: () =>
      callConfirmed(
        { describe: `Encerrar todas as sessões de ${name}`, consequence: ends, danger: true },
        'sessionEndAllOfUser',
        { params },
      ),
    done: 'Sessões encerradas.',
    ...afterwards,
  })
  const ending = account_wide && allows('end-session')
  return (
    <UserPanel
      id="sessoes"
      title="Sessões ativas"
      lead="Onde a conta está aberta agora."
      loading={query.isPending}
      onRetry={query.isError ? () => void query.refetch() : undefined}
      action={
        sessions !== undefined &&
        sessions.length > 1 &&
        ending &&
        !own && (
          <Button variant="default" className={dangerOutlined} onClick={() => endAll.start()}>
            Encerrar todas
          </Button>
        )
      }
    >
      {sessions?.length === 0 ? (
        <p>A conta não está aberta em nenhum lugar.</p>
      ) : (
        <DataTable
          label="Sessões ativas"
          columns={columns}
          rows={sessions}
          expectedRows={1}
          {...(ending && {
            renderActions: (session: OwnSession) => (
              <EndSessionButton session={session} onEnd={end.start} />
            ),
          })}
        />
      )}
    </UserPanel>
  )
}

const ends = 'Quem usa a sessão precisa entrar de novo.'
