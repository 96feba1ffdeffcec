import type { Principal } from '../pipeline/principal.ts'
import type { CreationParts } from '../users/user-creation.ts'
import type { AppliedRow } from './import-rules.ts'
import type { FoundProfile } from './profile-lookup.ts'
import type { FoundCompany, FoundPerson } from './user-import-queries.ts'

/** What a user import needs besides its transaction. */
export interface UserImportParts extends CreationParts {
  who: Principal
  now: Date
  /** Maximum invitations sent per minute. */
  mailRate: number
}

/** An invitee outside the importer's scope, merged from all rows with the same e-mail. */
export interface Invitee {
  name: string | undefined
  phone_number: string | undefined
  code: string | undefined
  /** The company of the account: the importer's company, or the only one that the file names for the e-mail. */
  company_id: number | null
}

/** The values of a row. */
export interface UserValues {
  email: string
  /** Existing user whom the importer sees. */
  person: FoundPerson | undefined
  /** Existing user outside the importer's scope: invited to the company, shown like a new user (rulings §10). */
  hidden: FoundPerson | undefined
  invitee: Invitee | undefined
  company: FoundCompany | undefined
  /** Whether this row links the user to the company. */
  links: boolean
  /** The profile to assign; undefined if the user holds it or the row names none. */
  profile: FoundProfile | undefined
  spid: string | null
}

/** What a row assigned, for the audit log and undo. */
export interface UserRowResult {
  id: number
  version: number
  email: string
  /** Typed values of an invited user. */
  name?: string | null
  phone_number?: string | null
  code?: string | null
  company_id: number | null
  linked: boolean
  profile_id: number | null
  spid: string | null
}

/** The `after` of a user row, which this import wrote itself. */
export const resultOf = ({ after }: AppliedRow): UserRowResult => after as unknown as UserRowResult
