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

/** What somebody may do in a place, laid out for quick answers. */
export interface Grants {
  held: Held
  /** Screens of the console and the actions on each. */
  screens: ReadonlyMap<string, ReadonlySet<string>>
  /** Back functions of the console: `PUT /user/block`. */
  endpoints: ReadonlySet<string>
  /** The running delegation it rests on, if no assignment of the user's own gives a profile here. */
  delegationId: number | undefined
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
