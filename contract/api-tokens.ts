import { z } from 'zod'
import { startOfDay } from './days.ts'
import { endpoint } from './endpoint.ts'
import { id, idInPath, instant } from './fields.ts'
import { listQuery, pageOf } from './list.ts'
import { onTheWire } from './on-the-wire.ts'
import { shownInstant } from './shown.ts'
import { createdColumn, tableOf } from './table.ts'

/** How it stands with a token: it opens something, its end has come, or somebody or something revoked it. */
export const apiTokenState = z.enum(['active', 'expired', 'revoked'])
export type ApiTokenState = z.output<typeof apiTokenState>

/** What people call such a state (console.md §3). */
export const apiTokenStates: Readonly<Record<ApiTokenState, string>> = {
  active: 'Ativo',
  expired: 'Expirado',
  revoked: 'Inativo',
}

/** What stands for whoever revoked a token, where it was revoked with a change of the account. */
export const revokedWithAccount = 'Bloqueio, exclusão ou troca de senha'
/** The same where its holder was given a role that whoever made it may not give. */
export const revokedWithNewRole = 'Novo papel do usuário'

/** The sentences about an end that is too early (console.md §5). */
export const endBeforeActive =
  'A data de expiração deve ser maior que a data de expiração do token atual.'
export const endBeforeNow = 'A data de expiração deve ser maior que a data atual.'

/**
 * Why a token can't end then; undefined where it can, or has no end (console.md §5). The token that is active now counts
 * where it has an end itself.
 */
export function wrongEnd(
  end: Date | undefined,
  active: { expiration_date: string | null } | null,
  now: Date,
): string | undefined {
  if (end === undefined) return undefined
  const activeEnd = active?.expiration_date
  if (activeEnd && end < new Date(activeEnd)) return endBeforeActive
  return end < now ? endBeforeNow : undefined
}

/** The wire form of a day, `2026-12-31 00:00:00`: its first instant in São Paulo. */
const endDate = z
  .string()
  .max(19, 'Informe a data como AAAA-MM-DD 00:00:00.')
  .regex(/^\d{4}-\d{2}-\d{2} 00:00:00$/, 'Informe a data como AAAA-MM-DD 00:00:00.')
  .transform((sent, context) => {
    const start = startOfDay(sent.slice(0, 10))
    if (start) return start
    context.addIssue({ code: 'custom', message: 'Esta data não existe.', input: sent })
    return z.NEVER
  })
  .register(onTheWire, { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2} 00:00:00$' })

/** How the wire says that a token ends with the first instant of a day. */
export const endDateOf = (day: string): string => `${day} 00:00:00`

const named = z.object({ name: z.string() })

const apiToken = z.object({
  id,
  /** How the token begins, to recognise it by; the token itself is answered once, when it is made. */
  start: z.string(),
  /** Where it acts: the company of whoever made it. */
  company: z.object({ id, name: z.string() }),
  created_at: instant,
  /** The instant from which it opens nothing; null where it has no end. */
  expiration_date: instant.nullable(),
  revoked: z.boolean(),
  /** When it was revoked. */
  update_at: instant.nullable(),
  create_user: named,
  /** Who revoked it; null also where block, deletion, a new password or a new role of the person did. */
  update_user: named.nullable(),
  /** Revoked since the person was given a role that whoever made it may not give. */
  new_role: z.boolean(),
  state: apiTokenState,
  /** Written every half minute at most. */
  last_used_at: instant.nullable(),
  last_used_address: z.string().nullable(),
})

export type ApiToken = z.output<typeof apiToken>

/** What stands for an end where there is none, as for delegations (console.md §2). */
export const withoutEnd = 'Indeterminado'

/** When a token ends, as people read it. */
export function endOf({ expiration_date }: Pick<ApiToken, 'expiration_date'>): string {
  return expiration_date === null ? withoutEnd : shownInstant(expiration_date)
}

/** Who or what revoked a token, as people read it. */
export function revokedBy({ revoked, update_user, new_role }: ApiToken): string {
  if (!revoked) return ''
  return update_user?.name ?? (new_role ? revokedWithNewRole : revokedWithAccount)
}

/** When and from where a token was last used, as people read it. */
export function lastUseOf({ last_used_at, last_used_address }: ApiToken): string {
  if (last_used_at === null) return 'Nunca'
  return [shownInstant(last_used_at), last_used_address].filter(Boolean).join(' · ')
}

const ofUser = z.strictObject({ userId: idInPath })

/** Tokens of people for programs (console.md §2, §4, §5, §7, §8; rulings §6, §10; decision 38). */
export const apiTokens = {
  apiTokenList: endpoint({
    method: 'GET',
    path: '/user/secret/{userId}',
    summary: 'The tokens of a user in scope, the last one first, and which is active now.',
    access: { screen: '/token-management' },
    peopleOnly: true,
    audit: 'none',
    params: ofUser,
    query: listQuery(
      ['created_at', 'expiration_date', 'create_user', 'update_at', 'last_used_at'],
      {
        filters: { state: apiTokenState.optional() },
        order: 'desc',
      },
    ),
    success: pageOf(apiToken).extend({
      /** The token that a new one would revoke: of the bearer's company, whichever page is read. */
      active: z.object({ id, start: z.string(), expiration_date: instant.nullable() }).nullable(),
      /** Whether the person has a valid profile of this console in the bearer's company, which a new one needs. */
      enters: z.boolean(),
    }),
    table: tableOf('Tokens do usuário', apiToken, [
      { header: 'Token', text: (row) => row.start },
      {
        header: 'Empresa',
        text: (row) => row.company.name,
        everyCompanyOnly: true,
      },
      { ...createdColumn, header: 'Data de início' },
      { header: 'Data de fim', text: endOf },
      { header: 'Criado por', text: (row) => row.create_user.name },
      { header: 'Último uso', text: lastUseOf },
      { header: 'Revogado em', text: ({ update_at }) => update_at && shownInstant(update_at) },
      { header: 'Revogado por', text: revokedBy },
      { header: 'Status', text: (row) => apiTokenStates[row.state] },
    ]),
    problems: ['user-not-found'],
  }),
  apiTokenCreate: endpoint({
    method: 'POST',
    path: '/user/secret',
    summary:
      "Makes a token that acts as a user in scope, in the bearer's company, and revokes the one that is active there. The token is answered this once.",
    access: { screen: '/token-management', action: 'create' },
    confirm: true,
    grantsRights: 'always',
    audit: 'api-token.created',
    body: z.strictObject({ userId: id, endDate: endDate.optional() }),
    success: z.object({ id, token: z.string(), expiration_date: instant.nullable() }),
    problems: [
      'user-not-found',
      'user-not-active',
      'user-permissions-not-found',
      'api-token-beyond-own',
      'api-token-made-meanwhile',
    ],
  }),
  apiTokenRevoke: endpoint({
    method: 'DELETE',
    path: '/user/secret/{userId}/{tokenId}',
    summary:
      'Revokes a token of a user in scope, felt on its next call. The body may say the same.',
    access: { screen: '/token-management', action: 'delete' },
    confirm: true,
    audit: 'api-token.revoked',
    params: ofUser.extend({ tokenId: idInPath }),
    body: z.strictObject({ token_id: id, user_id: id }).optional(),
    success: z.object({}),
    problems: ['user-not-found', 'api-token-not-found', 'api-token-not-active'],
  }),
}
