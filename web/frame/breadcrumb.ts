import { z } from 'zod'
import { id as recordId } from '../../contract/fields.ts'
import {
  recordKinds,
  type ScreenKind,
  screenKinds,
  screensOf,
} from '../../contract/record-kinds.ts'
import { idInSearch } from '../list/list-search.ts'

/**
 * The parent of a record: the search parameter with the parent's id, and a schema that reads that id from the child
 * record.
 */
interface Owner {
  parameter: string
  idIn: z.ZodType<number>
}

type IdParameter = 'id' | NonNullable<(typeof recordKinds)[ScreenKind]['parameter']>

const idParameters: readonly IdParameter[] = [
  'id',
  ...screenKinds.flatMap((kind) => recordKinds[kind].parameter ?? []),
]

/** The record ids in a URL of the console. */
export type IdsInSearch = Partial<Record<IdParameter, number | undefined>>

/** Returns the record ids in the search parameters. */
export function idsIn(search: object): IdsInSearch {
  const ids: IdsInSearch = {}
  for (const name of idParameters) ids[name] = idInSearch.parse(Reflect.get(search, name))
  return ids
}

/** A record of the current screen, whose name is shown. */
export interface NamedRecord {
  kind: ScreenKind
  id: number
}

/** Address of a crumb: a result of `paths.ts`. */
interface Address {
  to: string
  search?: object
}

/** Breadcrumb entry of a screen, with the screen above it. */
export interface Crumb {
  /** Label, shown if the URL contains no record id. */
  label: string
  /** Record whose id is in the URL. The breadcrumb shows its name instead of the label. */
  record?: (ids: IdsInSearch) => { kind: ScreenKind; id: number | undefined }
  /** Address of the screen above. If absent, the screen is directly below the start. */
  parent?: (ids: IdsInSearch) => Address
}

/** One step of the breadcrumb. */
export interface BreadcrumbStep extends Address {
  label: string
  record: NamedRecord | undefined
}

/** Returns how records of this kind refer to their parent; undefined if their URLs do not contain the parent's id. */
export function ownerOf({ kind }: NamedRecord): Owner | undefined {
  const { owner } = screensOf(kind)
  return owner && { parameter: owner.parameter, idIn: idOfOwner(owner.kind) }
}

/** Child records contain the parent's id as `service_id` or as `service: { id }`. */
const idOfOwner = (kind: string): z.ZodType<number> =>
  z
    .record(z.string(), z.unknown())
    .transform((record) => record[`${kind.replaceAll('-', '_')}_id`] ?? record[kind])
    .pipe(z.union([recordId, z.object({ id: recordId }).transform(({ id }) => id)]))

/**
 * Returns the steps from the start to an address, as the routes declare them. The parent's id comes from the record
 * itself (`ownerIdOf`) instead of the URL, which anyone can edit. Until the record is loaded, the parent's name is not
 * shown.
 */
export function breadcrumbTo(
  place: Address,
  crumbOf: (path: string) => Crumb | undefined,
  ownerIdOf: (record: NamedRecord) => number | undefined,
): BreadcrumbStep[] {
  const crumb = crumbOf(place.to)
  if (!crumb) return []
  const ids = idsIn(place.search ?? {})
  const record = recordIn(crumb, place.search ?? {})
  const owner = record && ownerOf(record)
  const ownerId = record && ownerIdOf(record)
  const parents = crumb.parent
    ? breadcrumbTo(
        crumb.parent(owner && ownerId ? { ...ids, [owner.parameter]: ownerId } : ids),
        crumbOf,
        ownerIdOf,
      )
    : []
  const steps =
    owner && !ownerId ? parents.map((step) => withoutRecord(step, owner.parameter)) : parents
  return [...steps, { ...place, label: crumb.label, record }]
}

/** Returns the record of a screen whose id is in the URL. */
export function recordIn({ record }: Crumb, search: object): NamedRecord | undefined {
  const named = record?.(idsIn(search))
  // `idInSearch` turns an invalid id into 0.
  return named?.id ? { kind: named.kind, id: named.id } : undefined
}

/** Removes the record of a step whose kind uses this search parameter. */
function withoutRecord(step: BreadcrumbStep, parameter: string): BreadcrumbStep {
  const kind = step.record && recordKinds[step.record.kind]
  return kind?.parameter === parameter ? { ...step, label: kind.label, record: undefined } : step
}
