import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { manyInvitationsMax } from '../../contract/limits.ts'
import { call } from '../api/api-client.ts'
import { queriesOf } from '../api/query-of.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { formatNumber } from '../ui/format-number.ts'
import { inviteAgain } from './invite-again.ts'

/**
 * Resends the invitations that HOME counts. If there are more than one write accepts, resends the oldest ones. The
 * confirmation names each recipient.
 */
export function InviteAgainButton({ count }: { count: number }) {
  const queries = useQueryClient()
  const refresh = () => {
    void queries.invalidateQueries(queriesOf('homeGet'))
    void queries.invalidateQueries(queriesOf('userSearch'))
  }
  const send = useRecordAction({
    async write() {
      const { users } = await call('userSearch', {
        body: {
          filters: { pending: 'invitation' },
          pagination: { take: manyInvitationsMax },
          sort: 'created_at',
          order: 'asc',
        },
      })
      return users.length === 0 ? 'Nenhum convite espera resposta.' : inviteAgain(users)
    },
    done: (message) => message,
    onDone: refresh,
    onRefused: refresh,
    refusals: {
      failure: 'Erro ao reenviar convites!',
      reasons: [
        'user-not-found',
        'user-of-other-companies',
        'user-not-active',
        'too-many-requests',
      ],
    },
  })
  return (
    <Button variant="default" size="compact-sm" loading={send.busy} onClick={() => send.start()}>
      {count > manyInvitationsMax
        ? `Reenviar aos ${manyInvitationsMax} mais antigos`
        : `Reenviar a ${formatNumber(count)}`}
    </Button>
  )
}
