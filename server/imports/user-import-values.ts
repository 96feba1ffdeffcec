import type { RequestedPeriod } from '../../contract/assignment-periods.ts'
import type { Principal } from '../pipeline/principal.ts'
import type { GivenUserProfile } from '../../contract/user-profiles.ts'
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
  /** Begin, end and reason that the row gives, with days as YYYY-MM-DD. Empty if the row has none of them. */
  period: Pick<GivenUserProfile, 'begin_date' | 'end_date' | 'reason'>
  /** Held assignment whose period the row replaces; undefined if the row leaves it or the user does not hold it. */
  replaced: { assignment: GivenUserProfile; before: StoredPeriod } | undefined
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
  /** Period that the row gave, with days; absent if it gave none. */
  period?: StoredPeriod
  /** Period before, if the row replaced that of a held assignment; `profile_id` names the assignment. */
  replaced?: StoredPeriod
}

/** Begin and end as days in São Paulo, and the reason. */
export type StoredPeriod = Record<'begin_date' | 'end_date' | 'reason', string | null>

/** Returns the period with null for absent parts. */
export const storedPeriod = ({ begin_date, end_date, reason }: RequestedPeriod): StoredPeriod => ({
  begin_date: begin_date ?? null,
  end_date: end_date ?? null,
  reason: reason ?? null,
})

/** Returns the `after` of a row of a user import. The cast is safe because this import wrote it. */
export const resultOf = ({ after }: AppliedRow): UserRowResult => after as unknown as UserRowResult
