import { type RawBuilder, sql } from 'kysely'
import {
  type apiTokens,
  type ApiTokenState,
  apiTokenStateLabels,
  revokedWithAccount,
  revokedWithNewRole,
  withoutEnd,
} from '../../contract/api-tokens.ts'
import { consoleModuleId } from '../../contract/constants.ts'
import type { QueryOf } from '../../contract/endpoint.ts'
import type { ConstraintMeanings } from '../pipeline/constraints.ts'
import type { Principal } from '../pipeline/principal.ts'
import type { Db } from '../database/database.ts'
import { filtered, findPage } from '../database/list-page.ts'
import { companyInScope } from '../scope/company-scope.ts'
import { profileExceedsCaller } from '../scope/giving-scope.ts'
import { scopeOf } from '../scope/scope.ts'
import { userInScope } from '../scope/user-scope.ts'

export const apiTokenConstraints: ConstraintMeanings = {
  api_tokens_open_key: { problems: ['api-token-made-meanwhile'] },
}

const tokenId = sql.ref('api_tokens.id')

/** SQL expression: the state of a token at this time (console.md §3). */
const stateAt = (now: Date): RawBuilder<ApiTokenState> => sql<ApiTokenState>`case
  when api_tokens.revoked_at is not null then 'revoked'
  when api_tokens.expires_at <= ${now}::timestamptz then 'expired' else 'active' end`

function joined(db: Db) {
  return db
    .selectFrom('api_tokens')
    .innerJoin('companies', 'companies.id', 'api_tokens.company_id')
    .innerJoin('users as makers', 'makers.id', 'api_tokens.created_by')
    .leftJoin('users as revokers', 'revokers.id', 'api_tokens.revoked_by')
}

const sorts = {
  created_at: sql`api_tokens.created_at`,
  expiration_date: sql`api_tokens.expires_at`,
  create_user: sql`lower(makers.name) collate natural_order`,
  update_at: sql`api_tokens.revoked_at`,
  last_used_at: sql`api_tokens.last_used_at`,
}

/** SQL expression: the searchable text of a row. Computed per query, because a user has few tokens. */
const searchLine = (state: RawBuilder<ApiTokenState>) => sql`concat_ws(chr(10),
  search_fold(concat_ws(chr(10), api_tokens.start, companies.name, makers.name, revokers.name, api_tokens.last_used_address,
    case when api_tokens.expires_at is null then ${withoutEnd}::text end,
    case when api_tokens.new_role then ${revokedWithNewRole}::text
      when api_tokens.revoked_at is not null and revokers.id is null then ${revokedWithAccount}::text end,
    case ${state} when 'active' then ${apiTokenStateLabels.active}::text when 'expired' then ${apiTokenStateLabels.expired}::text
      else ${apiTokenStateLabels.revoked}::text end)),
  search_instant(api_tokens.created_at), search_instant(api_tokens.expires_at), search_instant(api_tokens.revoked_at),
  search_instant(api_tokens.last_used_at))`

/** Returns a user's tokens of the companies in scope. The caller has checked the scope of the user. */
export async function listTokens(
  db: Db,
  who: Principal,
  {
    userId,
    list,
    now,
  }: { userId: number; list: QueryOf<typeof apiTokens.apiTokenList>; now: Date },
) {
  const state = stateAt(now)
  const { rows, pagination } = await findPage({
    list,
    from: joined(db),
    rows: joined(db).select([
      'api_tokens.id',
      'api_tokens.start',
      'api_tokens.company_id',
      'companies.name as company_name',
      'api_tokens.created_at',
      'api_tokens.expires_at',
      'api_tokens.revoked_at',
      'api_tokens.new_role',
      'api_tokens.last_used_at',
      'api_tokens.last_used_address',
      'makers.name as maker',
      'revokers.name as revoker',
      state.as('state'),
    ]),
    conditions: [
      sql<boolean>`api_tokens.user_id = ${userId}`,
      companyInScope(scopeOf(who), sql.ref('api_tokens.company_id')),
      ...filtered(list, { state: (value) => sql`${state} = ${value}` }),
    ],
    searched: {
      name: sql`search_fold(api_tokens.start)`,
      shows: (pattern) => sql`${searchLine(state)} like ${pattern}`,
    },
    sorts,
    id: tokenId,
  })
  return { rows: rows.map(presentToken), pagination }
}

interface TokenRow {
  id: number
  start: string
  company_id: number
  company_name: string
  created_at: Date
  expires_at: Date | null
  revoked_at: Date | null
  last_used_at: Date | null
  last_used_address: string | null
  maker: string
  revoker: string | null
  new_role: boolean
  state: ApiTokenState
}

/** Returns a token in the response format. */
function presentToken(row: TokenRow) {
  return {
    id: row.id,
    start: row.start,
    company: { id: row.company_id, name: row.company_name },
    created_at: row.created_at,
    expiration_date: row.expires_at,
    revoked: row.revoked_at !== null,
    update_at: row.revoked_at,
    create_user: { name: row.maker },
    update_user: row.revoker === null ? null : { name: row.revoker },
    new_role: row.new_role,
    state: row.state,
    last_used_at: row.last_used_at,
    last_used_address: row.last_used_address,
  }
}

/**
 * Returns the id of the user's open token in a company, without locking it. A token stays open until it is revoked or
 * replaced, even if it has expired.
 */
export async function findOpenToken(
  db: Db,
  of: { userId: number; companyId: number },
): Promise<number | undefined> {
  const open = db.selectFrom('api_tokens').select('id').where('user_id', '=', of.userId)
  const ofCompany = open.where('company_id', '=', of.companyId).where('closed_at', 'is', null)
  return (await ofCompany.executeTakeFirst())?.id
}

/** Returns the user's open token in a company, and locks it until the transaction ends. */
export function lockOpenToken(db: Db, of: { userId: number; companyId: number }) {
  return db
    .selectFrom('api_tokens')
    .select(['id', 'start', 'expires_at'])
    .where('user_id', '=', of.userId)
    .where('company_id', '=', of.companyId)
    .where('closed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Selects the console profiles of the selected user in a company, as the guard sees them. */
const heldIn = (companyId: number, now: Date) =>
  sql`from access_links(${now}::timestamptz) l join profiles on profiles.id = l.profile_id
    where l.user_id = users.id and l.company_id = ${companyId} and l.module_id = ${consoleModuleId} and l.place_spid is null`

/** Whether one of the profiles that `heldIn` selects grants access to the console. */
const entersIn = (companyId: number, now: Date) =>
  sql<boolean>`exists (select ${heldIn(companyId, now)} and l.opens)`.as('enters')

/**
 * Returns a user in scope, with the user's open token in a company. If the user has none, the columns of the token are
 * null.
 */
export function findHolder(
  db: Db,
  who: Principal,
  of: { userId: number; companyId: number; now: Date },
) {
  return db
    .selectFrom('users')
    .leftJoin('api_tokens', (join) =>
      join
        .onRef('api_tokens.user_id', '=', 'users.id')
        .on('api_tokens.company_id', '=', of.companyId)
        .on('api_tokens.closed_at', 'is', null),
    )
    .select(['api_tokens.id', 'api_tokens.start', 'api_tokens.expires_at'])
    .select(entersIn(of.companyId, of.now))
    .where('users.id', '=', of.userId)
    .where(userInScope(scopeOf(who)))
    .executeTakeFirst()
}

/** Returns a token of a company in scope. Locks it until the transaction ends. */
export function lockToken(db: Db, who: Principal, { userId, id }: { userId: number; id: number }) {
  return db
    .selectFrom('api_tokens')
    .select(['id', 'expires_at', 'revoked_at', 'company_id'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where(companyInScope(scopeOf(who), sql.ref('api_tokens.company_id')))
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * Prevents concurrent assignments and delegations to the user in the company until the transaction ends, because the
 * new token would gain their rights. Both take a conflicting lock (`lockUserLinks`, `lockParticipants`). The next
 * statements see those that have committed before.
 */
export async function lockAgainstAssignments(
  db: Db,
  of: { userId: number; companyId: number },
): Promise<void> {
  await db
    .selectFrom('user_companies')
    .select('user_id')
    .where('user_id', '=', of.userId)
    .where('company_id', '=', of.companyId)
    .forUpdate()
    .execute()
}

/**
 * Returns a user in scope with the state that decides whether a token may be created. Locks the user until the
 * transaction ends: a concurrent block or deletion would not revoke the new token.
 */
export async function lockHolder(
  db: Db,
  who: Principal,
  { userId, companyId, now }: { userId: number; companyId: number; now: Date },
) {
  return db
    .selectFrom('users')
    .select(['users.id', 'users.name', 'users.email', 'users.active', 'users.suspended'])
    .select([
      entersIn(companyId, now),
      // Includes future delegations to the holder. Excludes delegations to the creating user, because the token
      // outlives them.
      sql<boolean>`exists (select ${heldIn(companyId, now)} and l.not_ended and ${profileExceedsCaller(who)})`.as(
        'beyond_maker',
      ),
    ])
    .where('users.id', '=', userId)
    .where(userInScope(scopeOf(who)))
    .forShare('users')
    .executeTakeFirst()
}

interface NewToken {
  userId: number
  companyId: number
  digest: Buffer
  start: string
  expiresAt: Date | null
  by: number
  now: Date
}

export async function insertToken(db: Db, token: NewToken): Promise<number> {
  const { id } = await db
    .insertInto('api_tokens')
    .values({
      user_id: token.userId,
      company_id: token.companyId,
      digest: token.digest,
      start: token.start,
      expires_at: token.expiresAt,
      created_by: token.by,
      created_at: token.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Closes a token that is replaced or revoked. `revokedBy` is undefined if the token has expired. */
export async function closeToken(
  db: Db,
  id: number,
  now: Date,
  revokedBy: number | undefined,
): Promise<void> {
  await db
    .updateTable('api_tokens')
    .set({
      closed_at: now,
      ...(revokedBy !== undefined && { revoked_at: now, revoked_by: revokedBy }),
    })
    .where('id', '=', id)
    .execute()
}

/** Returns the names of the company and the acting user, for a notice. */
export function findNames(db: Db, { companyId, userId }: { companyId: number; userId: number }) {
  return db
    .selectFrom('companies')
    .innerJoin('users', (join) => join.on('users.id', '=', userId))
    .select(['companies.name as company', 'users.name as by'])
    .where('companies.id', '=', companyId)
    .executeTakeFirstOrThrow()
}
