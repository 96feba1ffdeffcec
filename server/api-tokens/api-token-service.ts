import { type apiTokens, expirationError } from '../../contract/api-tokens.ts'
import type { QueryOf } from '../../contract/endpoint.ts'
import { formatInstant } from '../../contract/shown.ts'
import type { Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import { requireFound, type Write } from '../pipeline/record.ts'
import type { Db } from '../database/database.ts'
import { enqueueBulk } from '../outbox/bulk-mail.ts'
import { apiTokenMadeNotice } from '../outbox/security-notices.ts'
import { findUserInScopeById } from '../scope/user-scope.ts'
import { newApiToken, startOfToken } from '../secrets/api-token.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { digestOf } from '../secrets/random.ts'
import type { Clock } from '../shared/clock.ts'
import { refusalToMake } from './api-token-policy.ts'
import {
  closeToken,
  findHolder,
  findNames,
  findOpenToken,
  insertToken,
  lockAgainstAssignments,
  lockHolder,
  listTokens,
  lockOpenToken,
  lockToken,
} from './api-token-queries.ts'

interface TokenQuery {
  userId: number
  list: QueryOf<typeof apiTokens.apiTokenList>
  now: Date
}

/**
 * Returns a user's tokens in scope, the active token of the caller's company, and whether the user may enter the
 * console there.
 */
export async function readTokens(db: Db, who: Principal, query: TokenQuery) {
  const of = { userId: query.userId, companyId: companyOf(who), now: query.now }
  const { id, start, expires_at, enters } = requireFound(
    await findHolder(db, who, of),
    'user-not-found',
  )
  const open = id !== null && start !== null ? { id, start, expires_at } : undefined
  return { ...(await listTokens(db, who, query)), active: activeAt(query.now, open), enters }
}

/**
 * Creates a token and returns its text, which is not stored. Revokes the user's active token in the caller's company.
 * If two calls run concurrently, one is refused: its caller has not confirmed that the other call's token is revoked.
 */
export async function createToken(
  { db, who, audit }: Write,
  { userId, endDate }: { userId: number; endDate?: Date | undefined },
  { clock, keyring }: { clock: Clock; keyring: Keyring },
) {
  const now = clock.now()
  const companyId = companyOf(who)
  const seen = await findOpenToken(db, { userId, companyId })
  await lockAgainstAssignments(db, { userId, companyId })
  const holder = requireFound(
    await lockHolder(db, who, { userId, companyId, now }),
    'user-not-found',
  )
  const refusal = refusalToMake(holder)
  if (refusal) throw new Problem(refusal)
  const open = await lockOpenToken(db, { userId, companyId })
  if (open && open.id !== seen) throw new Problem('api-token-made-meanwhile')
  const active = activeAt(now, open)
  requireEnd(endDate, active, now)
  if (open) await closeToken(db, open.id, now, active ? who.userId : undefined)
  const token = newApiToken()
  const made = { digest: digestOf(token), start: startOfToken(token), expiresAt: endDate ?? null }
  const id = await insertToken(db, { userId, companyId, ...made, by: who.userId, now })
  const names = await findNames(db, { companyId, userId: who.userId })
  const until = endDate && formatInstant(endDate.toISOString())
  await enqueueBulk(db, keyring, { messages: [apiTokenMadeNotice(holder, { ...names, until })] })
  audit({
    target: `user:${userId}`,
    after: {
      api_token_id: id,
      company_id: companyId,
      expires_at: made.expiresAt?.toISOString() ?? null,
      revoked_api_token_id: active?.id ?? null,
    },
  })
  return { id, token, expiration_date: made.expiresAt }
}

/** Revokes a token. Database triggers notify every process (decision 2). */
export async function revokeToken(
  { db, who, audit }: Write,
  { userId, tokenId }: { userId: number; tokenId: number },
  sent: { token_id: number; user_id: number } | undefined,
  now: Date,
) {
  if (sent && (sent.token_id !== tokenId || sent.user_id !== userId))
    throw new Problem('invalid-input', {
      fields: { token_id: 'O corpo e o endereço devem nomear o mesmo token.' },
    })
  requireFound(await findUserInScopeById(db, who, userId), 'user-not-found')
  const token = requireFound(
    await lockToken(db, who, { userId, id: tokenId }),
    'api-token-not-found',
  )
  if (token.revoked_at || !isLiving(token, now)) throw new Problem('api-token-not-active')
  await closeToken(db, tokenId, now, who.userId)
  audit({
    target: `user:${userId}`,
    after: { revoked_api_token_id: tokenId, company_id: token.company_id },
  })
  return {}
}

/** Returns the company of a new token. The guard refuses callers without a place, so 0 does not occur. */
const companyOf = ({ place }: Principal): number => place?.companyId ?? 0

const isLiving = ({ expires_at }: { expires_at: Date | null }, now: Date): boolean =>
  expires_at === null || expires_at > now

/** Returns the active token, which a new one would revoke; null if it has expired. */
function activeAt(
  now: Date,
  open: { id: number; start: string; expires_at: Date | null } | undefined,
) {
  if (!open || !isLiving(open, now)) return null
  const { id, start, expires_at } = open
  return { id, start, expiration_date: expires_at?.toISOString() ?? null }
}

function requireEnd(
  end: Date | undefined,
  active: { expiration_date: string | null } | null,
  now: Date,
): void {
  const wrong = expirationError(end, active, now)
  if (wrong) throw new Problem('invalid-input', { fields: { endDate: wrong } })
}
