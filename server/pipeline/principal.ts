import type { FastifyRequest } from 'fastify'
import type { AuthenticationMethod } from '../../contract/authentication.ts'
import { type Access, type Endpoint, type Grant, grantsFor } from '../../contract/endpoint.ts'
import type { Db } from '../database/database.ts'

/** How and when the user of a session authenticated. */
export interface Authentication {
  amr: readonly AuthenticationMethod[]
  /** Milliseconds since 1970; undefined if the identity provider did not state it. */
  at: number | undefined
}

/** Data of a session that authentication needs. */
export interface SessionState {
  id: string
  userId: number
  /** SHA-256 of the browser cookie's value, in base64url, as in its tokens. */
  browserDigest: string
  expiresAt: number
  /** Milliseconds since 1970. May be newer than the value in the database. */
  lastUsedAt: number
  /** Whether `lastUsedAt` still has to be written (sessions/last-uses.ts). */
  unwritten: boolean
  ended: boolean
  authentication: Authentication
  revokedTokens: ReadonlySet<string>
  user: { name: string; email: string; cognitoId: string; companyId: number | null }
}

/** What a token is for: a module, a company, and optionally one SPID of the company. */
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
  /** Id of the current delegation that grants the profile; null if it is assigned. */
  delegation_id: number | null
}

export interface AssignedFunction {
  path: string
  name: string
  code: string | null
  environment: string | null
  method: string | null
  actions: { path: string }[]
  /** Set for a screen that profile 4 alone grants. */
  every_company?: true
}

/** Profiles and functions of a user in a place. */
export interface HeldPermissions {
  profiles: AssignedProfile[]
  functions: AssignedFunction[]
  company: { id: number; name: string }
}

/** A current delegation: its lender and its end. */
interface RunningDelegation {
  id: number
  delegated_by: string
  /** ISO 8601; null if it has no end. */
  end_date: string | null
}

/** Screens and endpoints that a set of grants opens. */
export interface PermissionIndex {
  /** Screens, and the actions that are granted on each. */
  screens: ReadonlyMap<string, ReadonlySet<string>>
  /** Granted back functions (endpoints), as method and path: `PUT /user/block`. */
  endpoints: ReadonlySet<string>
}

/** Whether a screen is granted, and the action on it if one is given. */
export function holdsGrant(
  opening: Pick<PermissionIndex, 'screens'> | undefined,
  { screen, action }: Grant,
): boolean {
  const actions = opening?.screens.get(screen)
  return actions !== undefined && (action === undefined || actions.has(action))
}

/** Whether grants open an endpoint: by one of its screens and actions, or by its back function. */
export function opensEndpoint(
  grants: PermissionIndex,
  access: Exclude<Access, string>,
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
): boolean {
  if (grants.endpoints.has(`${method} ${path}`)) return true
  return grantsFor(access).some((grant) => holdsGrant(grants, grant))
}

/** Permissions of a user in a place, indexed for permission checks. */
export interface Grants extends PermissionIndex {
  held: HeldPermissions
  /** The current delegation, if it grants something here. */
  delegation: RunningDelegation | undefined
  /**
   * Grants without delegations; undefined if there are none. The same object as these grants if no delegation adds
   * anything.
   */
  own: Grants | undefined
  /** Grants for writes. Excludes the profiles Suporte and Auditoria (decision 53). */
  writing: PermissionIndex
  /** Grants of profile 3 (Suporte) alone; undefined without this profile. */
  support: PermissionIndex | undefined
  /** Grants of profile 4 (Auditoria) alone; undefined without this profile. */
  auditor: PermissionIndex | undefined
  administrator: boolean
  master: boolean
  /** When these grants expire because a delegation begins or ends, in milliseconds since 1970. */
  until: number
}

/** Rows that profiles 3 and 4 add to the scope of a call: the users of all companies, or all rows (decision 53). */
export type ExtraScope = 'every-person' | 'everything'

/** The caller: a signed-in user, or a program with a user's API token. */
export interface Principal {
  userId: number
  /** Session of the access token; absent for an API token. */
  session?: SessionState
  apiTokenId?: number
  /** Absent for the initial token. */
  place?: Place & { grants: Grants }
  /** Additional rows that this call may read. Set by the guard; absent in most calls. */
  extraScope?: ExtraScope
  /** Id of the delegation without which this call would have been refused. */
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

/** The properties of an endpoint, besides its access, that the guard needs. */
export type GuardedCall = Pick<
  Endpoint,
  'method' | 'path' | 'audit' | 'confirm' | 'refusesApiTokens' | 'grantsRights'
>

/** The user of a valid token, with the session or API token. */
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
  /** Like `authorize`, but reads only caches. Undefined on a cache miss, or if the call is refused. */
  authorizeFromCache(
    access: Exclude<Access, 'public'>,
    call: Pick<Endpoint, 'method' | 'path' | 'audit'>,
    credentials: Omit<Credentials, 'address'>,
  ): SignedInPrincipal | undefined
  /** Returns the caller of a valid token; undefined for any other token. Does not read the database. */
  callerOf(token: string): Promise<Caller | undefined>
  /** Like `callerOf`, but reads only caches, so it returns only callers whose token was verified before. */
  readonly knownCaller: (token: string) => Caller | undefined
}

/** Verifies that the caller has confirmed exactly one request (confirmations/). */
export interface ConfirmationVerifier {
  /** Throws if there is no valid confirmation. Does not consume it. */
  check(db: Db, who: Principal, endpoint: Endpoint, request: FastifyRequest): Promise<void>
  /** Consumes the confirmation. Returns the method by which the caller confirmed. */
  consume(db: Db, who: Principal, endpoint: Endpoint, request: FastifyRequest): Promise<string>
}

/** Consumes a captcha token, or throws (captcha/). */
export interface CaptchaVerifier {
  consume(db: Db, token: string | string[] | undefined, address: string): Promise<void>
}
