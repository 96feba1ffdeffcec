import { randomUUID } from 'node:crypto'
import { consoleModuleId } from '../../contract/constants.ts'
import type { DecodedToken } from '../../contract/decoded-token.ts'
import type { AuditDetails } from '../audit/audit.ts'
import type { RequestFacts } from '../binder/call.ts'
import type { Clock } from '../shared/clock.ts'
import type { Db } from '../database/database.ts'
import { Problem } from '../binder/problem.ts'
import { digestOf, sameBytes } from '../secrets/random.ts'
import { parseBasic } from '../binder/basic-credentials.ts'
import { findSecretDigests, lockCode, stampSecretUse, stampVisit, useCode } from './code-queries.ts'
import type { Place, SessionState } from '../binder/principal.ts'
import { isBrowserOf } from './guard.ts'
import type { SessionMemory } from './session-memory.ts'
import { revokeToken } from './session-queries.ts'
import type { SessionService } from './session-service.ts'

type LockedCode = NonNullable<Awaited<ReturnType<typeof lockCode>>>

/** The exchange of a one-time code for a token (rulings §3): atomic, single use, by whom it was made for. */
export class CodeExchange {
  readonly #sessions: SessionService
  readonly #memory: SessionMemory
  readonly #clock: Clock

  constructor(parts: { sessions: SessionService; memory: SessionMemory; clock: Clock }) {
    this.#sessions = parts.sessions
    this.#memory = parts.memory
    this.#clock = parts.clock
  }

  /** Answers `code-not-found` to unknown, foreign, used and expired codes alike. */
  async exchange(
    db: Db,
    value: string,
    request: RequestFacts,
    audit: (details: AuditDetails) => void,
  ): Promise<{
    access_token: string
    decodedToken: DecodedToken
    allowOrigin: string | undefined
  }> {
    const digest = digestOf(value)
    const code = await lockCode(db, digest)
    if (!code) throw new Problem('code-not-found')
    const place = placeOf(code)
    audit({
      target: place ? `module:${place.moduleId}` : `session:${code.session_id}`,
      sessionId: code.session_id,
    })
    const session = await this.#memory.liveSession(code.session_id, db)
    const allowOrigin = await this.#requireReceiver(db, { ...code, place }, session, request)
    const now = this.#clock.now()
    if (code.used_at) {
      // Whoever comes second holds a copy: what the first got ends too (RFC 6749 §4.1.2).
      const ended = code.token_id !== null && (await revokeToken(db, code.token_id, now))
      throw new Problem('code-not-found', { recorded: true, told: ended ? { tokensEnded: 1 } : {} })
    }
    if (!session || code.expires_at <= now) throw new Problem('code-not-found', { recorded: true })
    const grants = place && (await this.#memory.grants(session.userId, place, db))
    if (place && !grants) throw new Problem('code-not-found', { recorded: true })
    audit({ userId: session.userId })
    const tokenId = randomUUID()
    const accessToken = await this.#sessions.issueToken(db, session, place, tokenId)
    await useCode(db, digest, tokenId, now)
    if (place)
      await stampVisit(db, {
        userId: session.userId,
        companyId: place.companyId,
        moduleId: place.moduleId,
        now,
      })
    return {
      access_token: accessToken,
      decodedToken: this.#sessions.describe(session, place, grants),
      allowOrigin,
    }
  }

  /**
   * The console's own codes, and that of a federated sign-in, only go to the browser of their session, a module's to
   * whoever has its secret; a module without a secret may exchange from its own origin alone. Returns the origin that
   * may read the answer, if any.
   */
  async #requireReceiver(
    db: Db,
    code: Pick<LockedCode, 'protocol' | 'url'> & { place: Place | undefined },
    session: SessionState | undefined,
    request: RequestFacts,
  ): Promise<string | undefined> {
    const { place } = code
    if (!place || place.moduleId === consoleModuleId) {
      if (!session || !isBrowserOf(session, request.browser))
        throw new Problem('code-not-found', { recorded: true })
      return undefined
    }
    const secrets = await findSecretDigests(db, place.moduleId)
    if (!secrets.length) {
      const origin = code.url === null ? undefined : new URL(`${code.protocol}${code.url}`).origin
      if (origin === undefined || request.origin !== origin)
        throw new Problem('module-secret-invalid', { recorded: true })
      return origin
    }
    const shown = parseBasic(request.authorization)
    const shownDigest = digestOf(shown?.password ?? '')
    const secret = secrets.find(({ digest }) => sameBytes(digest, shownDigest))
    if (!secret || shown?.user !== String(place.moduleId))
      throw new Problem('module-secret-invalid', { recorded: true })
    await stampSecretUse(db, secret.id, this.#clock.now())
    return undefined
  }
}

/** The place that a code is for; the code of a federated sign-in is for none yet. */
function placeOf({
  module_id: moduleId,
  company_id: companyId,
  spid,
}: LockedCode): Place | undefined {
  return moduleId === null || companyId === null ? undefined : { moduleId, companyId, spid }
}
