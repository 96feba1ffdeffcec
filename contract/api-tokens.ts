import { z } from 'zod'
import { startOfDay } from './days.ts'
import { endpoint } from './endpoint.ts'
import { id, idInPath, instant } from './fields.ts'
import { listQuery, pageOf } from './list.ts'
import { openApiSchemas } from './on-the-wire.ts'
import { formatInstant } from './shown.ts'
import { createdColumn, tableOf } from './table.ts'

/** State of an API token: usable, past its expiration date, or revoked. */
export const apiTokenState = z.enum(['active', 'expired', 'revoked'])
export type ApiTokenState = z.output<typeof apiTokenState>

/** Labels of the states of an API token (console.md §3). */
export const apiTokenStateLabels: Readonly<Record<ApiTokenState, string>> = {
  active: 'Ativo',
  expired: 'Expirado',
  revoked: 'Inativo',
}

/**
 * Shown in place of the revoker's name if the token was revoked because its user was blocked, deleted or got a new
 * password.
 */
export const revokedWithAccount = 'Bloqueio, exclusão ou troca de senha'
/** Shown in place of the revoker's name if the token's user was given a role that the token's creator may not grant. */
export const revokedWithNewRole = 'Novo papel do usuário'

/** Messages about an expiration date that is too early (console.md §5). */
export const endBeforeActive =
  'A data de expiração deve ser maior que a data de expiração do token atual.'
export const endBeforeNow = 'A data de expiração deve ser maior que a data atual.'

/**
 * Returns the error message for an invalid expiration date, or undefined if the date is valid or absent (console.md
 * §5). The date is compared with that of the active token, if that token expires.
 */
export function expirationError(
  end: Date | undefined,
  active: { expiration_date: string | null } | null,
  now: Date,
): string | undefined {
  if (end === undefined) return undefined
  const activeEnd = active?.expiration_date
  if (activeEnd && end < new Date(activeEnd)) return endBeforeActive
  return end < now ? endBeforeNow : undefined
}

/** Wire format of a day, `2026-12-31 00:00:00`: the first instant of that day in São Paulo. */
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
  .register(openApiSchemas, { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2} 00:00:00$' })

/** Formats a day as an expiration date on the wire. */
export const wireEndDate = (day: string): string => `${day} 00:00:00`

const named = z.object({ name: z.string() })

const apiToken = z.object({
  id,
  /** First characters of the token, by which users recognise it. The whole token is returned only on creation. */
  start: z.string(),
  /** Company that the token acts for: the company of its creator. */
  company: z.object({ id, name: z.string() }),
  created_at: instant,
  /** Instant from which the token is refused; null if it does not expire. */
  expiration_date: instant.nullable(),
  revoked: z.boolean(),
  /** Time of revocation. */
  update_at: instant.nullable(),
  create_user: named,
  /**
   * User who revoked the token. Null if the token is not revoked, or if it was revoked because its user was blocked,
   * deleted, or got a new password or role.
   */
  update_user: named.nullable(),
  /** True if the token was revoked because its user was given a role that the token's creator may not grant. */
  new_role: z.boolean(),
  state: apiTokenState,
  /** Time of the last use, updated at most every 30 seconds. */
  last_used_at: instant.nullable(),
  last_used_address: z.string().nullable(),
})

export type ApiToken = z.output<typeof apiToken>

/** Shown if the token does not expire, as for delegations (console.md §2). */
export const withoutEnd = 'Indeterminado'

/** Expiration date as shown to users. */
export function formatExpiration({ expiration_date }: Pick<ApiToken, 'expiration_date'>): string {
  return expiration_date === null ? withoutEnd : formatInstant(expiration_date)
}

/** Revoker as shown to users; empty if the token is not revoked. */
export function revokedBy({ revoked, update_user, new_role }: ApiToken): string {
  if (!revoked) return ''
  return update_user?.name ?? (new_role ? revokedWithNewRole : revokedWithAccount)
}

/** Time and address of the last use as shown to users. */
export function formatLastUse({ last_used_at, last_used_address }: ApiToken): string {
  if (last_used_at === null) return 'Nunca'
  return [formatInstant(last_used_at), last_used_address].filter(Boolean).join(' · ')
}

const ofUser = z.strictObject({ userId: idInPath })

/** Endpoints of API tokens of users (console.md §2, §4, §5, §7, §8; rulings §6, §10; decision 38). */
export const apiTokens = {
  apiTokenList: endpoint({
    method: 'GET',
    path: '/user/secret/{userId}',
    summary: 'The API tokens of a user in scope, newest first, and the active one.',
    access: { screen: '/token-management' },
    refusesApiTokens: true,
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
      /**
       * Active token of the user in the caller's company, whichever page is requested. Creating a new token revokes it.
       */
      active: z.object({ id, start: z.string(), expiration_date: instant.nullable() }).nullable(),
      /** Whether the user has a valid profile of this console in the caller's company. A new token requires one. */
      enters: z.boolean(),
    }),
    table: tableOf(
      'Tokens do usuário',
      apiToken,
      [
        { header: 'Token', text: (row) => row.start },
        {
          header: 'Empresa',
          text: (row) => row.company.name,
          everyCompanyOnly: true,
        },
        { ...createdColumn, header: 'Data de início' },
        { header: 'Data de fim', text: formatExpiration },
        { header: 'Criado por', text: (row) => row.create_user.name },
        { header: 'Último uso', text: formatLastUse },
        { header: 'Revogado em', text: ({ update_at }) => update_at && formatInstant(update_at) },
        { header: 'Revogado por', text: revokedBy },
        { header: 'Status', text: (row) => apiTokenStateLabels[row.state] },
      ],
      'Exportação de tokens de acesso',
    ),
    problems: ['user-not-found'],
  }),
  apiTokenCreate: endpoint({
    method: 'POST',
    path: '/user/secret',
    summary:
      "Creates an API token that acts as a user in scope in the caller's company, and revokes the active one there. The token is returned only in this response.",
    access: { screen: '/token-management', action: 'create' },
    confirm: true,
    grantsRights: 'always',
    audit: {
      event: 'api-token.created',
      title: 'Geração de token de acesso',
      past: 'Token de acesso gerado',
    },
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
      'Revokes an API token of a user in scope, from its next request on. The body may repeat the ids.',
    access: { screen: '/token-management', action: 'delete' },
    confirm: true,
    audit: {
      event: 'api-token.revoked',
      title: 'Revogação de token de acesso',
      past: 'Token de acesso revogado',
    },
    params: ofUser.extend({ tokenId: idInPath }),
    body: z.strictObject({ token_id: id, user_id: id }).optional(),
    success: z.object({}),
    problems: ['user-not-found', 'api-token-not-found', 'api-token-not-active'],
  }),
}
