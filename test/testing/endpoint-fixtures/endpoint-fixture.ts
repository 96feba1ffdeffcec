import type { Api, Operation } from '../../../contract/api.ts'
import type { Answer, CallOptions, DataOf } from '../test-client.ts'
import type { ActorName } from '../fixture-world.ts'
import type { Scenario } from './scenario.ts'

/**
 * The owner of the row that a call names.
 * - `own`: the caller's company.
 * - `shown`: no company; administrators created the row, and the caller's company sees it.
 * - `foreign`: another company.
 * - `missing`: none; the row does not exist.
 */
export type RowOwner = 'own' | 'shown' | 'foreign' | 'missing'

/**
 * Which rows a caller sees and writes. A row out of scope is not found, or not listed.
 * - `none`: the call names no row.
 * - `new`: the call creates a row, as only administrators may.
 * - `catalogue`: companies see rows that concern them, such as modules that they are entitled to. Only administrators
 *   write.
 * - `company`: companies see and write their own rows, and see `shown` rows. Administrators see and write all.
 * - `person`: users see only their own rows, administrators too.
 * - `installation`: administrators only.
 * - `oversight`: administrators, and profile 4 (Auditoria), which only reads.
 */
export type Scope =
  | 'none'
  | 'new'
  | 'catalogue'
  | 'company'
  | 'person'
  | 'installation'
  | 'oversight'

/** A row in the database, compared before and after a call. */
export interface FixtureRow {
  table: string
  id: number | string
  /** Primary key, if it is a text in the column `key`. */
  key?: string
  /** Column of the primary key, if it is neither `id` nor `key`. */
  named?: string
}

/** A valid call and its row. */
export interface Made<K extends Operation> {
  input: CallOptions<K>
  /** The row that the call names, creates or replaces. */
  row?: FixtureRow
  /** Name of a record below the row that is out of the company's scope, so only administrators see it. */
  beneath?: string
}

/** Provokes a problem by changing the prepared call. */
export type Refused<K extends Operation> = (
  made: Made<K>,
  scenario: Scenario,
) => CallOptions<K> | Promise<CallOptions<K>>

/**
 * How a problem is provoked: by naming a missing row (`missing`) or by changing the call. `by` is the caller; the
 * default is an administrator.
 */
export type Provocation<K extends Operation> =
  | 'missing'
  | Refused<K>
  | { by: ActorName; provoke: Refused<K> }

/** Expected audit event of a write. */
export interface ExpectedEvent<K extends Operation> {
  /** As resource:id; null if the write has no target with an id. */
  target: (made: Made<K>, answer: Answer<DataOf<K>>, scenario: Scenario) => string | null
  /** What the event contains: the row before the write, after it, or both. */
  tells: readonly ('before' | 'after')[]
  /** The acting user, for public endpoints without a token. */
  who?: (made: Made<K>, scenario: Scenario) => number | null
}

type Problems<K extends Operation> = {
  [P in Api[K]['problems'][number]]: Provocation<K>
}

/** What the tests of every endpoint need to call one endpoint, in addition to its declaration. */
export interface EndpointFixture<K extends Operation> {
  scope: Scope
  /**
   * Creates the rows that the call needs and returns the call, which succeeds for callers with access to those rows.
   */
  make: (scenario: Scenario) => Made<K> | Promise<Made<K>>
  /** How each declared problem is provoked. */
  problems: Problems<K>
  /** Expected audit event of a write. */
  audit: Api[K]['audit'] extends 'none' ? undefined : ExpectedEvent<K>
  /**
   * Name of the list in the response; `lines` for an export. A row out of scope is then not in the list, instead of
   * not found.
   */
  lists?: 'rows' | 'sessions' | 'companies' | 'data' | 'users' | 'invitations' | 'lines'
  /** The endpoint is also tested with a `shown` row. */
  shown?: true
  /**
   * Outcome for profile 3 (Suporte) and users of other companies: true if it is that for users of its own company, or
   * else the text. Default: not found.
   */
  everyPerson?: true | string
  /** Outcome for the initial token, if the prepared call is bound to the company of a console token. */
  initialToken?: string
  /** The records below the row are choices of a form, so the read-only profiles 3 and 4 do not get them. */
  offersBeneath?: true
  /** Why this call needs more than one grant. Without this text each grant is tested alone. */
  grantsApart?: string
  /** Revokes grants after the call, because they would give access to other endpoints. */
  undo?: (scenario: Scenario) => Promise<void>
  /** Why this write takes no access away. */
  endsNoAccess?: string
  /** The call ends its own session. */
  signsOut?: true
}

/**
 * Says what a write does, if its endpoint always requires identity confirmation. The text is required exactly if the
 * endpoint has `confirm: true`, so a `confirm` cannot be removed unnoticed.
 */
type Sensitive<K extends Operation> = Api[K] extends { confirm: true }
  ? { sensitive: string }
  : { sensitive?: never }

/** A fixture for each of these operations; a missing one does not compile. */
export type EndpointFixtures<K extends Operation> = {
  [Each in K]: EndpointFixture<Each> & Sensitive<Each>
}

/** Returns the audit target of a write to a named row. */
export function onRow<K extends Operation>(resource: string): (made: Made<K>) => string {
  return ({ row }) => `${resource}:${row?.id}`
}

/** Returns the audit target of a write that creates a row and returns it. */
export function onNew(
  resource: string,
): (made: unknown, answer: { data: { id: number } }) => string {
  return (_, { data }) => `${resource}:${data.id}`
}
