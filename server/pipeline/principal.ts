import type { FastifyRequest } from 'fastify'
import { type Access, type Endpoint, type Grant, grantsFor } from '../../contract/endpoint.ts'
import type { Db } from '../database/database.ts'

/** What must be known of a session to let a call through. */
export interface SessionState {
  id: string
  userId: number
  /** SHA-256 of the value in the browser's cookie, in base64url, as its tokens have it too. */
  browserDigest: string
  expiresAt: number
  /** Milliseconds since 1970; the memory of a process may know better than the database. */
  lastUsedAt: number
  /** Whether `lastUsedAt` is newer than what the database was told; the memory of a process sees to it. */
  unwritten: boolean
  ended: boolean
  revokedTokens: ReadonlySet<string>
  user: { name: string; email: string; cognitoId: string; companyId: number | null }
}

/** Where somebody is: a module, for a company, perhaps for one of its SPIDs. */
export interface Place {
  moduleId: number
  companyId: number
  spid: string | null
}

export interface HeldProfile {
  id: number
  name: string
  master_profile: boolean
  module_id: number
  /** The running delegation that lends it, or null. */
  delegation_id: number | null
}

export interface HeldFunction {
  path: string
  name: string
  code: string | null
  environment: string | null
  method: string | null
  actions: { path: string }[]
  /** Of a screen that profile 4 opens by itself. */
  every_company?: true
}

/** What somebody may do in a place. */
export interface Held {
  profiles: HeldProfile[]
  functions: HeldFunction[]
  company: { id: number; name: string }
}

/** By whose delegation somebody acts, and until when. */
interface RunningDelegation {
  id: number
  delegated_by: string
  /** An instant as ISO 8601 text; null where it has no end. */
  end_date: string | null
}

/** What grants open of the console. */
export interface Opening {
  /** Screens and the actions on each. */
  screens: ReadonlyMap<string, ReadonlySet<string>>
  /** Back functions: `PUT /user/block`. */
  endpoints: ReadonlySet<string>
}

/** Whether a screen is opened, and its action where one is named; nothing opens none. */
export function holdsGrant(
  opening: Pick<Opening, 'screens'> | undefined,
  { screen, action }: Grant,
): boolean {
  const actions = opening?.screens.get(screen)
  return actions !== undefined && (action === undefined || actions.has(action))
}

/** Returns whether grants open an endpoint, by one of its screens and actions or by its back function. */
export function grantOpens(
  grants: Opening,
  access: Exclude<Access, string>,
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
): boolean {
  if (grants.endpoints.has(`${method} ${path}`)) return true
  return grantsFor(access).some((grant) => holdsGrant(grants, grant))
}

/** What somebody may do in a place, laid out for quick answers. */
export interface Grants extends Opening {
  held: Held
  /** The running delegation that lends something here. */
  delegation: RunningDelegation | undefined
  /** Grants by assignment only; undefined if none. The same object if nothing is held by delegation. */
  own: Grants | undefined
  /** What opens writes: the profiles that are neither Suporte nor Auditoria (decision 53). */
  writing: Opening
  /** What profile 3 (Suporte) opens by itself; undefined where it isn't held. */
  support: Opening | undefined
  /** What profile 4 (Auditoria) opens by itself; undefined where it isn't held. */
  auditor: Opening | undefined
  administrator: boolean
  master: boolean
  /** Milliseconds since 1970 after which it must be asked again: a delegation begins or ends. */
  until: number
}

/** What profiles 3 and 4 add to a call: the people of every company, or all rows (decision 53). */
export type Extent = 'every-person' | 'everything'

/** Who makes a call: somebody who is signed in, or a program with somebody's API token; and what the token's place grants. */
export interface Principal {
  userId: number
  /** The live session whose token was shown; absent where it was an API token. */
  session?: SessionState
  /** The API token that was shown. */
  apiTokenId?: number
  /** Present unless it is the initial token. */
  place?: Place & { grants: Grants }
  /** Rows beyond those of the own company that this call reaches, as the guard found; absent in most calls. */
  extent?: Extent
  /** The delegation without which this call would have been refused. */
  delegationId?: number | undefined
}

/** Somebody who is signed in, and the token of the session that was shown. */
export interface SignedInPrincipal extends Principal {
  session: SessionState
  tokenId: string
  expiresAt: number
}

/** What a caller shows: the bearer token, and the value of the browser's cookie; and the address that it calls from. */
export interface Credentials {
  token: string | undefined
  browser: string | undefined
  address: string
}

/** What the guard must know of an endpoint beside its access. */
export type GuardedCall = Pick<
  Endpoint,
  'method' | 'path' | 'audit' | 'confirm' | 'peopleOnly' | 'grantsRights'
>

/** Decides who is calling and whether they may (sessions/guard.ts). */
export interface Authorizer {
  authorize(
    access: Exclude<Access, 'public'>,
    call: GuardedCall,
    credentials: Credentials,
  ): Promise<Principal>
  /** The same for whom all of it is known here; undefined where somebody must be asked, and where `admit` would refuse. */
  authorizeFromCache(
    access: Exclude<Access, 'public'>,
    call: Pick<Endpoint, 'method' | 'path' | 'audit'>,
    credentials: Omit<Credentials, 'address'>,
  ): SignedInPrincipal | undefined
}

/** Proof of identity for exactly one request (confirmations/). */
export interface ConfirmationVerifier {
  /** Refuses a request without it, and leaves it unused. */
  check(db: Db, who: Principal, endpoint: Endpoint, request: FastifyRequest): Promise<void>
  /** Uses it up; answers how identity was confirmed. */
  consume(db: Db, who: Principal, endpoint: Endpoint, request: FastifyRequest): Promise<string>
}

/** Uses up a captcha token, or refuses (captcha/). */
export interface CaptchaVerifier {
  consume(db: Db, token: string | string[] | undefined, address: string): Promise<void>
}
