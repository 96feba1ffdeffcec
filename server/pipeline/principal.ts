import type { FastifyRequest } from 'fastify'
import { type Access, type Endpoint, type Grant, grantsFor } from '../../contract/endpoint.ts'
import type { Db } from '../database/database.ts'

/** The data of a session that authentication needs. */
export interface SessionState {
  id: string
  userId: number
  /** SHA-256 of the browser cookie's value, in base64url, as in its tokens. */
  browserDigest: string
  expiresAt: number
  /** In milliseconds since 1970; may be newer than in the database. */
  lastUsedAt: number
  /** Whether `lastUsedAt` is not written yet (sessions/last-uses.ts). */
  unwritten: boolean
  ended: boolean
  revokedTokens: ReadonlySet<string>
  user: { name: string; email: string; cognitoId: string; companyId: number | null }
}

/** The place of a token: a module, a company, and optionally one of its SPIDs. */
export interface Place {
  moduleId: number
  companyId: number
  spid: string | null
}

export interface AssignedProfile {
  id: number
  name: string
  master_profile: boolean
  module_id: number
  /** The current delegation that grants it, or null. */
  delegation_id: number | null
}

export interface AssignedFunction {
  path: string
  name: string
  code: string | null
  environment: string | null
  method: string | null
  actions: { path: string }[]
  /** Set for a screen that profile 4 grants by itself. */
  every_company?: true
}

/** Profiles and functions of a user in a place. */
export interface Held {
  profiles: AssignedProfile[]
  functions: AssignedFunction[]
  company: { id: number; name: string }
}

/** Delegating user and end of a delegation. */
interface RunningDelegation {
  id: number
  delegated_by: string
  /** ISO 8601; null if it has no end. */
  end_date: string | null
}

/** Screens and endpoints that grants allow. */
export interface Opening {
  /** Screens and the actions on each. */
  screens: ReadonlyMap<string, ReadonlySet<string>>
  /** Granted back functions (endpoints), as method and path: `PUT /user/block`. */
  endpoints: ReadonlySet<string>
}

/** Whether a screen is allowed, and its action if one is given. */
export function holdsGrant(
  opening: Pick<Opening, 'screens'> | undefined,
  { screen, action }: Grant,
): boolean {
  const actions = opening?.screens.get(screen)
  return actions !== undefined && (action === undefined || actions.has(action))
}

/** Whether grants allow an endpoint, by one of its screens and actions or by its back function. */
export function grantOpens(
  grants: Opening,
  access: Exclude<Access, string>,
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
): boolean {
  if (grants.endpoints.has(`${method} ${path}`)) return true
  return grantsFor(access).some((grant) => holdsGrant(grants, grant))
}

/** Permissions of a user in a place, indexed for permission checks. */
export interface Grants extends Opening {
  held: Held
  /** The current delegation that grants something here. */
  delegation: RunningDelegation | undefined
  /** Grants by assignment only; undefined if none. The same object if nothing is held by delegation. */
  own: Grants | undefined
  /** Permissions for writes: of profiles other than Suporte and Auditoria (decision 53). */
  writing: Opening
  /** Permissions of profile 3 (Suporte) alone; undefined without it. */
  support: Opening | undefined
  /** Permissions of profile 4 (Auditoria) alone; undefined without it. */
  auditor: Opening | undefined
  administrator: boolean
  master: boolean
  /** Expiry in milliseconds since 1970, when a delegation begins or ends. */
  until: number
}

/** Rows that profiles 3 and 4 add to a call: the users of all companies, or all rows (decision 53). */
export type Extent = 'every-person' | 'everything'

/** The caller: a signed-in user, or a program with a user's API token. */
export interface Principal {
  userId: number
  /** The session of the access token; absent for an API token. */
  session?: SessionState
  apiTokenId?: number
  /** Present unless it is the initial token. */
  place?: Place & { grants: Grants }
  /** Additional rows that this call may access, set by the guard; absent in most calls. */
  extent?: Extent
  /** The delegation without which this call would have been refused. */
  delegationId?: number | undefined
}

/** A signed-in user. */
export interface SignedInPrincipal extends Principal {
  session: SessionState
  tokenId: string
  expiresAt: number
}

/** Bearer token, value of the browser cookie, and client address. */
export interface Credentials {
  token: string | undefined
  browser: string | undefined
  address: string
}

/** Properties of an endpoint that the guard needs besides its access. */
export type GuardedCall = Pick<
  Endpoint,
  'method' | 'path' | 'audit' | 'confirm' | 'peopleOnly' | 'grantsRights'
>

/** The person of a valid token, and its session or API token. */
export interface Caller {
  userId: number
  sessionId?: string | undefined
  apiTokenId?: number | undefined
}

/** Authenticates and authorises callers (sessions/guard.ts). */
export interface Authorizer {
  authorize(
    access: Exclude<Access, 'public'>,
    call: GuardedCall,
    credentials: Credentials,
  ): Promise<Principal>
  /** Like `authorize`, from caches only. Undefined on a cache miss and if the call is refused. */
  authorizeFromCache(
    access: Exclude<Access, 'public'>,
    call: Pick<Endpoint, 'method' | 'path' | 'audit'>,
    credentials: Omit<Credentials, 'address'>,
  ): SignedInPrincipal | undefined
  /** Returns who presents a valid token, without reading the database; undefined for any other token. */
  callerOf(token: string): Promise<Caller | undefined>
  /** Like `callerOf`, from caches only: of tokens that were valid before. */
  readonly knownCaller: (token: string) => Caller | undefined
}

/** Proof of identity for exactly one request (confirmations/). */
export interface ConfirmationVerifier {
  /** Throws if there is no valid proof; does not consume it. */
  check(db: Db, who: Principal, endpoint: Endpoint, request: FastifyRequest): Promise<void>
  /** Consumes the proof and returns the method of confirmation. */
  consume(db: Db, who: Principal, endpoint: Endpoint, request: FastifyRequest): Promise<string>
}

/** Consumes a captcha token, or throws (captcha/). */
export interface CaptchaVerifier {
  consume(db: Db, token: string | string[] | undefined, address: string): Promise<void>
}
