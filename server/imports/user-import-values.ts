import type { Principal } from '../binder/principal.ts'
import type { CreationParts } from '../users/user-creation.ts'
import type { AppliedRow } from './import-rules.ts'
import type { FoundProfile } from './profile-lookup.ts'
import type { FoundCompany, FoundPerson } from './user-import-queries.ts'

/** What an import of people needs beside its transaction. */
export interface UserImportParts extends CreationParts {
  who: Principal
  now: Date
  /** So many of its invitations leave a minute. */
  mailRate: number
}

/** Somebody whom whoever imports doesn't see, as all lines of the file together say. */
export interface Newcomer {
  name: string | undefined
  phone_number: string | undefined
  code: string | undefined
  /** The company that they are bound to: the maker's, or the only one that the file names. */
  company_id: number | null
}

/** What a row does. */
export interface UserValues {
  email: string
  /** Who is there already, and seen. */
  person: FoundPerson | undefined
  /** Who is there already and not seen: invited to the company, and answered like somebody new (rulings §10). */
  unseen: FoundPerson | undefined
  newcomer: Newcomer | undefined
  company: FoundCompany | undefined
  /** By this row the person comes to work for the company. */
  links: boolean
  /** What is given; undefined where it is held, or the row names none. */
  profile: FoundProfile | undefined
  spid: string | null
}

/** What a line gave, as the trail tells it and an undo takes it back. */
export interface Gained {
  id: number
  version: number
  email: string
  /** Typed of whoever was invited. */
  name?: string | null
  phone_number?: string | null
  code?: string | null
  company_id: number | null
  linked: boolean
  profile_id: number | null
  spid: string | null
}

/** Kept by this import itself, as a record of any kind is. */
export const gainedBy = ({ after }: AppliedRow): Gained => after as unknown as Gained
