import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { mayInvite } from './invitation-grants.ts'
import { manyInvitationsMax, manyUsersMax } from './limits.ts'
import { openApiSchemas } from './on-the-wire.ts'

/** Schema of user ids without duplicates. */
const userIds = (max: number) =>
  z
    .array(id)
    .min(1, 'Selecione ao menos um usuário.')
    .max(max, `Selecione no máximo ${max} usuários por vez.`)
    .superRefine((ids, context) => {
      for (const [place, one] of ids.entries())
        if (ids.indexOf(one) !== place)
          context.addIssue({
            code: 'custom',
            path: [place],
            message: 'Este usuário já está na lista.',
          })
    })
    .register(openApiSchemas, {
      type: 'array',
      items: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
      minItems: 1,
      maxItems: max,
      uniqueItems: true,
    })

/** User ids without duplicates. */
export const manyUserIds = userIds(manyUsersMax)

/** Users that the write changed. The other users already had the requested state. */
const changed = z.object({ user_id: z.array(id) })

const refusals = [
  'user-not-found',
  'user-of-other-companies',
  'account-beyond-own',
  'user-not-active',
  'account-indispensable',
] as const

/**
 * Writes for many users (decision 31). Each is all or nothing, needs one confirmation of identity, and logs one
 * sub-event per user. An error lists every user who caused it in `fields`, with keys such as `user_id.3`.
 */
export const manyUsers = {
  userBlockMany: endpoint({
    method: 'PUT',
    path: '/user/block/many',
    summary:
      'Blocks users and ends their sessions, or unblocks them; all or nothing. Users who are already in that state do not change.',
    access: { screen: '/user-edit', action: 'block' },
    confirm: true,
    grantsRights: 'sometimes',
    audit: {
      event: 'user.many-block-changed',
      title: 'Bloqueio ou desbloqueio de usuários',
      past: 'Contas bloqueadas ou desbloqueadas',
    },
    body: z.strictObject({ user_id: manyUserIds, block: z.boolean() }),
    success: changed,
    problems: refusals,
  }),
  userInviteMany: endpoint({
    method: 'POST',
    path: '/user/invitation/many',
    summary:
      'Mails the invitation again to users before the first access. Users who have signed in meanwhile, or who were sent too many invitations in an hour, are skipped and named.',
    access: mayInvite,
    confirm: true,
    audit: {
      event: 'user.many-invited',
      title: 'Novo convite a usuários',
      past: 'Convites reenviados',
    },
    body: z.strictObject({ user_id: userIds(manyInvitationsMax) }),
    success: z.object({
      /** Users who get a mail. */
      user_id: z.array(id),
      /**
       * Users who get no mail. `entered`: the user has already signed in. `limit`: five invitations were sent to the
       * user within an hour.
       */
      skipped: z.array(z.object({ user_id: id, reason: z.enum(['entered', 'limit']) })),
    }),
    problems: ['user-not-found', 'user-of-other-companies', 'user-not-active'],
  }),
  userDeleteMany: endpoint({
    method: 'POST',
    path: '/user/inactivate/many',
    summary:
      'Deletes users, all or nothing: ends their sessions, frees their seats and keeps their profiles for a reactivation.',
    access: { screen: '/user-edit', action: 'delete' },
    confirm: true,
    audit: { event: 'user.many-deleted', title: 'Exclusão de usuários', past: 'Contas excluídas' },
    body: z.strictObject({ user_id: manyUserIds }),
    success: changed,
    problems: refusals,
  }),
}
