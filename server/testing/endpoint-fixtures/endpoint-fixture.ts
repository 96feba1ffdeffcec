import type { Api, Operation } from '../../../contract/api.ts'
import type { Answer, CallOptions, DataOf } from '../test-client.ts'
import type { ActorName } from '../fixture-world.ts'
import type { Scenario } from './scenario.ts'

/**
 * The owner of the row that a call names: the caller's own company (`own`), another company (`foreign`), or nobody, since
 * there is no such row (`missing`); `shown` is a row that administrators made and show to the caller's company.
 */
export type Whose = 'own' | 'shown' | 'foreign' | 'missing'

/**
 * The rule of which rows somebody sees and writes; a row that is not seen is not found, or not in the list.
 * - `none`: the call names no row.
 * - `new`: it makes a row that only administrators make.
 * - `catalogue`: companies see what concerns them, such as modules that they are entitled to; only administrators write.
 * - `company`: companies see and write what is theirs, and see what is shown to them; administrators everything.
 * - `person`: everybody sees their own and nothing else, administrators too.
 * - `installation`: administrators only.
 */
export type Scope = 'none' | 'new' | 'catalogue' | 'company' | 'person' | 'installation'

/** A row in the database, to look whether it changed. */
export interface FixtureRow {
  table: string
  id: number | string
  /** Its primary key, where that is a text in the column `key` instead. */
  key?: string
  /** The column of its primary key, where that is neither of them. */
  named?: string
}

/** One call that fits, and what it is about. */
export interface Made<K extends Operation> {
  input: CallOptions<K>
  /** What it names, or where it makes or replaces one: that one. */
  row?: FixtureRow
  /** A name that only administrators find in the answer: beneath the row, but not of what the company may see. */
  beneath?: string
}

/** How a problem is provoked: by the call made ready, changed so that it is refused. */
export type Refused<K extends Operation> = (
  made: Made<K>,
  scenario: Scenario,
) => CallOptions<K> | Promise<CallOptions<K>>

/** `missing`: by naming a row that isn't there; or by somebody else than an administrator. */
export type Provocation<K extends Operation> =
  | 'missing'
  | Refused<K>
  | { by: ActorName; provoke: Refused<K> }

/** What the audit event of a write says. */
export interface Trail<K extends Operation> {
  /** As resource:id; null where the write is about nothing that has an id. */
  target: (made: Made<K>, answer: Answer<DataOf<K>>, scenario: Scenario) => string | null
  /** Whether it tells how the row was and how it is. */
  tells: readonly ('before' | 'after')[]
  /** Who did it, where no token says so: of public endpoints. */
  who?: (made: Made<K>, scenario: Scenario) => number | null
}

type Problems<K extends Operation> = {
  [P in Api[K]['problems'][number]]: Provocation<K>
}

/** All that the tests of every endpoint need to know about one, beside its declaration. */
export interface EndpointFixture<K extends Operation> {
  scope: Scope
  /** Makes the rows that the call needs, and the call; it succeeds for whoever may see and write those rows. */
  make: (scenario: Scenario) => Made<K> | Promise<Made<K>>
  /** Every problem that it declares, by how it is provoked. */
  problems: Problems<K>
  /** Of every write. */
  trail: Api[K]['audit'] extends 'none' ? undefined : Trail<K>
  /** Where the answer lists rows (an export in `lines`): whether the row is among them decides instead of `not found`. */
  lists?: 'rows' | 'sessions' | 'companies' | 'data' | 'users' | 'invitations' | 'lines'
  /** There are rows that companies are shown and may not write. */
  shown?: true
  /** The row is a person, whom profile 3 reaches in every company; or what it is answered instead of those elsewhere. */
  everyPerson?: true | string
  /** What lies beneath the row is there to be written: profiles 3 and 4 are not offered it. */
  offersBeneath?: true
  /** Why one of its grants alone is not enough for this call; without a reason each is tried alone. */
  grantsApart?: string
  /** Takes back, once the call was made, what the caller was given for it and would open other endpoints too. */
  takeBack?: (scenario: Scenario) => Promise<void>
  /** Why this write takes no access away. */
  endsNoAccess?: string
  /** It ends the session that it is called with. */
  signsOut?: true
}

/** A fixture for each of these operations; leaving one out does not compile. */
export type EndpointFixtures<K extends Operation> = { [Each in K]: EndpointFixture<Each> }

/** The target of a write on the row that it names. */
export function onRow<K extends Operation>(resource: string): (made: Made<K>) => string {
  return ({ row }) => `${resource}:${row?.id}`
}

/** The target of a write that makes a row and answers it. */
export function onNew(
  resource: string,
): (made: unknown, answer: { data: { id: number } }) => string {
  return (_, { data }) => `${resource}:${data.id}`
}
