import { randomUUID } from 'node:crypto'
import { consoleModuleId } from '../../contract/constants.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { sessions } from '../../contract/sessions.ts'
import type { Call, RequestContext } from '../pipeline/call.ts'
import type { StatementPlan } from '../pipeline/handler.ts'
import type { Clock } from '../shared/clock.ts'
import { Problem } from '../pipeline/problem.ts'
import { digestOf, sameBytes } from '../secrets/random.ts'
import { parseBasic } from '../pipeline/basic-credentials.ts'
import { endedToken, type FoundCode, usedCode } from './code-queries.ts'
import type { Place, SessionState } from '../pipeline/principal.ts'
import { isBrowserOf } from './guard.ts'
import type { SessionCache } from './session-cache.ts'
import type { SessionService } from './session-service.ts'

export type ExchangePlan = Extract<
  StatementPlan<(typeof sessions)['userLocalToken']>,
  { write: unknown }
>

type ExchangeCall = Pick<Call<Endpoint>, 'request' | 'audit' | 'setHeader'>

interface Receiver {
  /** Origin whose scripts may read the response. */
  allowOrigin?: string
  /** Id of the module secret that the request contains. */
  secretId?: number
}

/**
 * Exchanges a one-time code for a token (rulings §3). The exchange is atomic. Only the receiver of the code can make
 * it, and only once.
 */
export class CodeExchange {
  readonly #sessions: SessionService
  readonly #sessionCache: SessionCache
  readonly #clock: Clock

  constructor(parts: { sessions: SessionService; sessionCache: SessionCache; clock: Clock }) {
    this.#sessions = parts.sessions
    this.#sessionCache = parts.sessionCache
    this.#clock = parts.clock
  }

  /** Plans the exchange. Throws the same problem `code-not-found` for foreign, used and expired codes. */
  async exchange(
    code: FoundCode,
    { request, audit, setHeader }: ExchangeCall,
  ): Promise<ExchangePlan> {
    const place = placeOf(code)
    audit({
      target: place ? `module:${place.moduleId}` : `session:${code.session_id}`,
      sessionId: code.session_id,
    })
    const session = await this.#sessionCache.liveSession(code.session_id)
    const receiver = requireReceiver({ ...code, place }, session, request)
    const now = this.#clock.now()
    if (code.used_at) return endFirst(code, now)
    if (!session || code.expires_at <= now) throw notFound()
    const grants = place && (await this.#sessionCache.grants(session.userId, place))
    if (place && !grants) throw notFound()
    audit({ userId: session.userId })
    const tokenId = randomUUID()
    const { digest } = code
    const use = usedCode({
      digest,
      tokenId,
      userId: session.userId,
      now,
      secretId: receiver.secretId,
    })
    return {
      write: use,
      output: {
        access_token: await this.#sessions.signToken(session, place, tokenId),
        decodedToken: this.#sessions.describe(session, place, grants),
      },
      onCommitted: () => {
        if (place) this.#sessionCache.recordPlaceUse(session.userId, place, now.getTime())
        if (receiver.allowOrigin === undefined) return
        setHeader('access-control-allow-origin', receiver.allowOrigin)
        setHeader('vary', 'origin')
      },
    }
  }
}

/**
 * Plans the revocation of the first token, because a second exchange shows that the code was copied (RFC 6749 §4.1.2).
 */
function endFirst({ token_id, token_lives }: FoundCode, now: Date): ExchangePlan {
  if (token_id === null || !token_lives) throw notFound()
  const refused = new Problem('code-not-found', {
    recorded: true,
    auditDetails: { tokensEnded: 1 },
  })
  return { write: endedToken(token_id, now), refused }
}

/**
 * Throws unless the request comes from the receiver of the code. For a code of the console or a federated sign-in, this
 * is the browser with the cookie of the session. For a code of a module, it must contain the secret of the module or,
 * if there is none, come from the origin of the module.
 */
function requireReceiver(
  code: FoundCode & { place: Place | undefined },
  session: SessionState | undefined,
  request: RequestContext,
): Receiver {
  const { place, secrets } = code
  if (!place || place.moduleId === consoleModuleId) {
    if (!session || !isBrowserOf(session, request.browser)) throw notFound()
    return {}
  }
  if (secrets.length === 0) {
    const origin = code.url === null ? undefined : new URL(`${code.protocol}${code.url}`).origin
    if (origin === undefined || request.origin !== origin)
      throw new Problem('module-secret-invalid', { recorded: true })
    return { allowOrigin: origin }
  }
  const credentials = parseBasic(request.authorization)
  const requestDigest = digestOf(credentials?.password ?? '')
  const secret = secrets.find(({ digest }) =>
    sameBytes(Buffer.from(digest, 'base64'), requestDigest),
  )
  if (!secret || credentials?.user !== String(place.moduleId))
    throw new Problem('module-secret-invalid', { recorded: true })
  return { secretId: secret.id }
}

const notFound = (): Problem => new Problem('code-not-found', { recorded: true })

/** Returns the place of a code. Undefined for the code of a federated sign-in. */
function placeOf({
  module_id: moduleId,
  company_id: companyId,
  spid,
}: FoundCode): Place | undefined {
  return moduleId === null || companyId === null ? undefined : { moduleId, companyId, spid }
}
