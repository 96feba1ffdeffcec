import type { FastifyRequest } from 'fastify'
import type { Access, Endpoint } from '../../contract/endpoint.ts'
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

/** Who makes a call: somebody who is signed in, or a program with somebody's API token; and what the token's place grants. */
export interface Principal {
  userId: number
  /** The live session whose token was shown; absent where it was an API token. */
  session?: SessionState
  /** The API token that was shown. */
  apiTokenId?: number
  /** Present unless it is the initial token. */
  place?: Place & { grants: Grants }
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

/** Decides who is calling and whether they may (sessions/guard.ts). */
export interface Gate {
  admit(
    access: Exclude<Access, 'public'>,
    call: Pick<Endpoint, 'method' | 'path' | 'confirm' | 'peopleOnly'>,
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
