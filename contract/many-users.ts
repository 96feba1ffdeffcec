import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { onTheWire } from './on-the-wire.ts'

/** So many people in one write; more are a write of their own. */
export const manyUsersMax = 500

/** People, each once. */
export const manyUserIds = z
  .array(id)
  .min(1, 'Selecione ao menos um usuário.')
  .max(manyUsersMax, `Selecione no máximo ${manyUsersMax} usuários por vez.`)
  .superRefine((ids, context) => {
    for (const [place, one] of ids.entries())
      if (ids.indexOf(one) !== place)
        context.addIssue({
          code: 'custom',
          path: [place],
          message: 'Este usuário já está na lista.',
        })
  })
  .register(onTheWire, {
    type: 'array',
    items: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
    minItems: 1,
    maxItems: manyUsersMax,
    uniqueItems: true,
  })

/** For whom the write did something; for the others it was so already. */
const changed = z.object({ user_id: z.array(id) })

const refusals = [
  'user-not-found',
  'user-of-other-companies',
  'account-beyond-own',
  'user-not-active',
  'account-indispensable',
] as const

/**
 * Writes for many people at once (decision 31): done for all of them or for nobody, by one proof of identity, with one
 * event beneath that of the write for each person. A refusal names in `fields`, as `user_id.3`, everybody it is about.
 */
export const manyUsers = {
  userBlockMany: endpoint({
    method: 'PUT',
    path: '/user/block/many',
    summary:
      'Blocks people, whose sessions end at once, or unblocks them: all or nobody. Who is blocked already stays so.',
    access: { screen: '/user-edit', action: 'block' },
    confirm: true,
    grantsRights: 'sometimes',
    audit: 'user.many-block-changed',
    body: z.strictObject({ user_id: manyUserIds, block: z.boolean() }),
    success: changed,
    problems: refusals,
  }),
  userDeleteMany: endpoint({
    method: 'POST',
    path: '/user/inactivate/many',
    summary:
      'Deletes people, all or nobody: sessions end at once, seats are free, profiles are kept for an activation.',
    access: { screen: '/user-edit', action: 'delete' },
    confirm: true,
    audit: 'user.many-deleted',
    body: z.strictObject({ user_id: manyUserIds }),
    success: changed,
    problems: refusals,
  }),
}
