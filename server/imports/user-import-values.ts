import type { Principal } from '../pipeline/principal.ts'
import type { CreationParts } from '../users/user-creation.ts'
import type { AppliedRow } from './import-rules.ts'
import type { FoundProfile } from './profile-lookup.ts'
import type { FoundCompany, FoundPerson } from './user-import-queries.ts'

/** Dependencies of a user import, besides the transaction. */
export interface UserImportParts extends CreationParts {
  who: Principal
  now: Date
  /** Maximum number of invitations sent per minute. */
  mailRate: number
}

/** A user to invite, merged from all rows with the same e-mail. */
export interface Invitee {
  name: string | undefined
  phone_number: string | undefined
  code: string | undefined
  /** Company of the new account: the importer's company, or the only company that the file names for this e-mail. */
  company_id: number | null
}

/** The values of a row. */
export interface UserValues {
  email: string
  /** Existing user who is visible to the importer. */
  person: FoundPerson | undefined
  /**
   * Existing user outside the importer's scope. Invited to the company, but displayed like a new user (rulings §10).
   */
  hidden: FoundPerson | undefined
  invitee: Invitee | undefined
  company: FoundCompany | undefined
  /** Whether this row creates the user's link to the company. */
  links: boolean
  /** Profile to assign; undefined if the user already holds it or the row names none. */
  profile: FoundProfile | undefined
  spid: string | null
}

/** What a row has assigned, for the audit log and undo. */
export interface UserRowResult {
  id: number
  version: number
  email: string
  /** Values that the row contains for an invited user. */
  name?: string | null
  phone_number?: string | null
  code?: string | null
  company_id: number | null
  linked: boolean
  profile_id: number | null
  spid: string | null
}

/** Returns the `after` of a row of a user import. The cast is safe because this import wrote it. */
export const resultOf = ({ after }: AppliedRow): UserRowResult => after as unknown as UserRowResult
