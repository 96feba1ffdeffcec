import type { FastifyRequest } from 'fastify'
import type { Access, Endpoint, Method } from '../../contract/endpoint.ts'
import type { Db } from '../database/database.ts'

/** What must be known of a session to let a call through. */
export interface SessionState {
  id: string
  userId: number
  browserDigest: Buffer
  expiresAt: number
  /** Milliseconds since 1970; the memory of a process may know better than the database. */
  lastUsedAt: number
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

/** What somebody may do in a place, laid out for quick answers. */
export interface Grants extends Opening {
  held: Held
  /** The running delegation that lends something here. */
  delegation: RunningDelegation | undefined
  /** What assignments of the user's own open here; undefined where there is none. The rest is done by delegation. */
  own: Opening | undefined
  administrator: boolean
  master: boolean
  /** Milliseconds since 1970 after which it must be asked again: a delegation begins or ends. */
  until: number
}

/** Who makes a call: a live session, the token it showed, and what that token's place grants. */
export interface Principal {
  userId: number
  tokenId: string
  session: SessionState
  /** Present unless it is the initial token. */
  place?: Place & { grants: Grants }
  expiresAt: number
  /** The delegation without which this call would have been refused. */
  delegationId?: number | undefined
}

/** What a caller shows: the bearer token, and the value of the browser's cookie. */
export interface Credentials {
  token: string | undefined
  browser: string | undefined
}

/** Decides who is calling and whether they may (sessions/guard.ts). */
export interface Gate {
  admit(
    access: Exclude<Access, 'public'>,
    call: { method: Method; path: string },
    credentials: Credentials,
  ): Promise<Principal>
}

/** Proof of identity for exactly one request (confirmations/). */
export interface ProofDesk {
  /** Refuses a request without it, and leaves it unused. */
  check(db: Db, who: Principal, endpoint: Endpoint, request: FastifyRequest): Promise<void>
  /** Uses it up; answers how identity was confirmed. */
  consume(db: Db, who: Principal, endpoint: Endpoint, request: FastifyRequest): Promise<string>
}

/** Uses up a captcha token, or refuses (captcha/). */
export interface CaptchaGate {
  consume(db: Db, token: string | string[] | undefined, address: string): Promise<void>
}
