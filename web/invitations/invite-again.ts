import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { formatNumber } from '../ui/format-number.ts'

interface Invited {
  id: number
  name: string
  email: string
}

/** Resends the invitations of these users with one identity confirmation, and returns the success message. */
export async function inviteAgain(people: readonly Invited[]): Promise<string> {
  const count = people.length === 1 ? '1 pessoa' : `${formatNumber(people.length)} pessoas`
  const described = {
    describe: `Reenviar o convite a ${count}`,
    consequence:
      'Cada pessoa recebe um novo convite por e-mail, e a senha temporária anterior deixa de valer.',
    changes: [{ count, names: people.map(({ name, email }) => `${name} (${email})`) }],
  }
  const body = { user_id: people.map(({ id }) => id) }
  return resultText(await callConfirmed(described, 'userInviteMany', { body }))
}

/** Describes how many invitations were sent, and why the other users got none. */
export function resultText({ user_id, skipped }: SuccessOf<Api['userInviteMany']>): string {
  const sent = user_id.length
  const entered = skipped.filter(({ reason }) => reason === 'entered').length
  const limit = skipped.length - entered
  return [
    sent === 0 && 'Nenhum convite foi reenviado.',
    sent === 1 && 'Convite reenviado com sucesso!',
    sent > 1 && `${formatNumber(sent)} convites reenviados com sucesso!`,
    entered === 1 && '1 pessoa já entrou e não precisa mais de convite.',
    entered > 1 && `${formatNumber(entered)} pessoas já entraram e não precisam mais de convite.`,
    limit === 1 && '1 pessoa já recebeu 5 convites nesta hora e ficou de fora.',
    limit > 1 &&
      `${formatNumber(limit)} pessoas já receberam 5 convites nesta hora e ficaram de fora.`,
  ]
    .filter(Boolean)
    .join(' ')
}
