import type { z } from 'zod'
import { prepare } from '../api/api-request.ts'
import { callAllWithPreview } from '../confirm-identity/call-with-preview.ts'
import type { Change } from '../ui/change-list.tsx'
import type { changedUser, User } from './user-values.ts'

/**
 * Saves the changes of a user with one identity confirmation. Companies are linked and unlinked by calls of their own,
 * after the account: a conflict prevents them, and unlinking the bound company would change the account's version.
 */
export async function saveUser(
  user: User,
  { company_id, ...body }: z.input<typeof changedUser>,
  changes: readonly Change[],
): Promise<void> {
  const before = user.companies.map(({ id }) => id)
  const added = (company_id ?? before).filter((id) => !before.includes(id))
  const removed = before.filter((id) => company_id !== undefined && !company_id.includes(id))
  const links = (ids: number[]) => ({ body: { company_id: ids, user_id: user.id } })
  const moved = added.length + removed.length > 0
  const ofAccount = changes.some((change) => 'label' in change)
  await callAllWithPreview(
    {
      describe: `Atualizar o usuário ${user.name}`,
      changes,
      ...consequenceOf(user, body.email, removed.length > 0),
    },
    [
      ...(ofAccount || !moved ? [prepare('userUpdate', { body })] : []),
      ...(added.length > 0 ? [prepare('companyUserLink', links(added))] : []),
      ...(removed.length > 0 ? [prepare('companyUserUnlink', links(removed))] : []),
    ],
    'sequence',
  )
}

/** Describes the consequences of a save for the user. */
function consequenceOf(user: User, email: string | undefined, leaves: boolean) {
  const sentences = [
    email !== undefined &&
      email !== user.email &&
      `O convite enviado para ${user.email} deixa de valer, e um novo vai para ${email}.`,
    leaves && leavesCompany,
  ].filter((sentence) => sentence !== false)
  return sentences.length > 0 && { consequence: sentences.join(' '), danger: leaves }
}

const leavesCompany =
  'Nas empresas retiradas, o usuário perde os perfis e as delegações na mesma hora.'
