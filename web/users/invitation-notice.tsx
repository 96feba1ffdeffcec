import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { queryOf } from '../api/query-of.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { RecordNotice } from '../form/record-parts.tsx'
import { useRecordAction } from '../form/use-record-action.ts'
import { useAllowedActions } from '../session-state/use-allowed-actions.ts'
import { formatInstant } from '../../contract/shown.ts'
import { userRefusals } from './user-refusals.ts'
import type { User } from './user-values.ts'

/** Milliseconds between checks whether the mail was sent. */
const pollMs = 2000

/** Invitation of a user who has not signed in yet, with the button that sends it again (decision 29). */
export function InvitationNotice({ user }: { user: User }) {
  const { id, name, email, suspended, federated, account_wide, support } = user
  const allows = useAllowedActions('/user-edit')
  const resends =
    support.includes('reset-password') ||
    (account_wide && (allows('update') || allows('reset-password')))
  const queries = useQueryClient()
  const read = queryOf('userGet', { params: { id: String(id) } })
  const { data = user } = useQuery({
    ...read,
    refetchInterval: ({ state }) => (state.data?.invitation?.state === 'waiting' ? pollMs : false),
  })
  const again = useRecordAction({
    write: () =>
      callConfirmed(
        {
          describe: `Reenviar o convite de ${name}`,
          consequence: federated
            ? `Um novo convite é enviado para ${email}.`
            : `Um novo convite é enviado para ${email}, e a senha temporária anterior deixa de valer.`,
        },
        'userInvite',
        { body: { id } },
      ),
    done: 'Convite reenviado com sucesso!',
    onDone: () => void queries.invalidateQueries({ queryKey: read.queryKey }),
    onRefused: () => void queries.invalidateQueries({ queryKey: read.queryKey }),
    refusals: userRefusals('Erro ao reenviar convite!'),
  })
  return (
    <RecordNotice
      tone={data.invitation?.state === 'expired' ? 'danger' : 'plain'}
      action={
        data.invitation &&
        suspended === 0 &&
        resends && (
          <Button variant="default" loading={again.busy} onClick={() => again.start()}>
            Reenviar convite
          </Button>
        )
      }
    >
      {inWords(data.invitation)}
    </RecordNotice>
  )
}

function inWords(invitation: User['invitation']): string {
  if (invitation === null) return 'O primeiro acesso acaba de ser feito.'
  const { state, expires_at } = invitation
  if (state === 'waiting') return 'Aguarda o primeiro acesso. O convite está na fila de envio.'
  if (expires_at === null)
    return 'Aguarda o primeiro acesso. Convite enviado. O acesso é feito pelo provedor de identidade.'
  const until = formatInstant(expires_at)
  return state === 'sent'
    ? `Aguarda o primeiro acesso. Convite enviado. A senha temporária vale até ${until}.`
    : `Aguarda o primeiro acesso. A senha temporária venceu em ${until}. Reenvie o convite para gerar outra.`
}
