import type { Api, Operation } from '../../../contract/api.ts'
import type { Answer, CallOptions, DataOf } from '../test-client.ts'
import type { ActorName } from '../fixture-world.ts'
import type { Scenario } from './scenario.ts'

/**
 * The owner of the row that a call names: the caller's own company (`own`), another company (`foreign`), or no owner,
 * since there is no such row (`missing`). A `shown` row belongs to administrators and is visible to the caller's
 * company.
 */
export type RowOwner = 'own' | 'shown' | 'foreign' | 'missing'

/**
 * The rule of which rows a caller sees and writes. A row out of scope is not found, or not listed.
 * - `none`: the call names no row.
 * - `new`: it creates a row that only administrators create.
 * - `catalogue`: companies see what concerns them, such as modules that they are entitled to; only administrators
 *   write.
 * - `company`: companies see and write their own rows and see what is shown to them; administrators see and write all.
 * - `person`: users see only their own rows, administrators too.
 * - `installation`: administrators only.
 */
export type Scope = 'none' | 'new' | 'catalogue' | 'company' | 'person' | 'installation'

/** A row in the database, compared before and after a call. */
export interface FixtureRow {
  table: string
  id: number | string
  /** Its primary key, if that is a text in the column `key`. */
  key?: string
  /** The column of its primary key, if that is neither `id` nor `key`. */
  named?: string
}

/** A valid call and its row. */
export interface Made<K extends Operation> {
  input: CallOptions<K>
  /** The row that the call names, creates or replaces. */
  row?: FixtureRow
  /** A name in the response that only administrators see: below the row, but out of the company's scope. */
  beneath?: string
}

/** Provokes a problem by changing the prepared call. */
export type Refused<K extends Operation> = (
  made: Made<K>,
  scenario: Scenario,
) => CallOptions<K> | Promise<CallOptions<K>>

/** `missing` names a row that does not exist; `by` is a caller other than an administrator. */
export type Provocation<K extends Operation> =
  | 'missing'
  | Refused<K>
  | { by: ActorName; provoke: Refused<K> }

/** Expected audit event of a write. */
export interface ExpectedEvent<K extends Operation> {
  /** As resource:id; null if the write has no target with an id. */
  target: (made: Made<K>, answer: Answer<DataOf<K>>, scenario: Scenario) => string | null
  /** Whether the event contains the row before and after. */
  tells: readonly ('before' | 'after')[]
  /** The acting user, for public endpoints without a token. */
  who?: (made: Made<K>, scenario: Scenario) => number | null
}

type Problems<K extends Operation> = {
  [P in Api[K]['problems'][number]]: Provocation<K>
}

/** What the tests of every endpoint need about one endpoint, besides its declaration. */
export interface EndpointFixture<K extends Operation> {
  scope: Scope
  /**
   * Creates the rows that the call needs and returns the call, which succeeds for callers with access to those rows.
   */
  make: (scenario: Scenario) => Made<K> | Promise<Made<K>>
  /** How each declared problem is provoked. */
  problems: Problems<K>
  /** For writes. */
  audit: Api[K]['audit'] extends 'none' ? undefined : ExpectedEvent<K>
  /**
   * The list in the response (`lines` in an export): scope is checked by whether the row is in it instead of by `not
   * found`.
   */
  lists?: 'rows' | 'sessions' | 'companies' | 'data' | 'users' | 'invitations' | 'lines'
  /** Some rows are visible to companies that may not write them. */
  shown?: true
  /** True if the row is a user, since profile 3 sees the users of every company; or the outcome for users of other companies. */
  everyPerson?: true | string
  /** The data below the row is offered for writing, so profiles 3 and 4 do not get it. */
  offersBeneath?: true
  /** Why a single grant is not sufficient for this call; otherwise each grant is tested alone. */
  grantsApart?: string
  /** Revokes, after the call, grants for it that would open other endpoints. */
  undo?: (scenario: Scenario) => Promise<void>
  /** Why this write takes no access away. */
  endsNoAccess?: string
  /** The call ends its own session. */
  signsOut?: true
}

/**
 * What a write does, if its endpoint always requires identity confirmation. Without this text, or without the `confirm`
 * of the endpoint, the fixture does not compile, so that a `confirm` cannot disappear unnoticed.
 */
type Sensitive<K extends Operation> = Api[K] extends { confirm: true }
  ? { sensitive: string }
  : { sensitive?: never }

/** A fixture for each of these operations; a missing one does not compile. */
export type EndpointFixtures<K extends Operation> = {
  [Each in K]: EndpointFixture<Each> & Sensitive<Each>
}

/** The audit target of a write on a named row. */
export function onRow<K extends Operation>(resource: string): (made: Made<K>) => string {
  return ({ row }) => `${resource}:${row?.id}`
}

/** The audit target of a write that creates a row and returns it. */
export function onNew(
  resource: string,
): (made: unknown, answer: { data: { id: number } }) => string {
  return (_, { data }) => `${resource}:${data.id}`
}
