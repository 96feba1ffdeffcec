import { z } from 'zod'
import type { api } from '../../contract/api.ts'
import { id as recordId } from '../../contract/fields.ts'
import { idInSearch } from '../list/list-search.ts'

interface KindOfRecord {
  /** What stands for a record whose name is not known: not read yet, or nothing that this person may read. */
  label: string
  /** Reads a record with its name; of a module it is one that knows no secret. */
  operation: keyof typeof api
  /** What names a record of this kind in the addresses of screens that belong to it. */
  parameter: string | null
  /** What such a record belongs to: what names that in an address, and its id in the record. */
  owner?: { parameter: string; idIn: z.ZodType<number> }
}

const moduleOwner = z.object({ service_id: recordId }).transform(({ service_id }) => service_id)
const actionOwner = z
  .object({ function: z.object({ id: recordId }) })
  .transform(({ function: { id } }) => id)

/** The kinds of records that screens are about; the next kind is one entry more. */
export const recordKinds = {
  company: { label: 'Empresa', operation: 'companyGet', parameter: null },
  service: { label: 'Serviço', operation: 'serviceGet', parameter: 'serviceId' },
  module: {
    label: 'Módulo',
    operation: 'moduleGet',
    parameter: 'moduleId',
    owner: { parameter: 'serviceId', idIn: moduleOwner },
  },
  function: { label: 'Função', operation: 'functionGet', parameter: 'functionId' },
  action: {
    label: 'Ação',
    operation: 'actionGet',
    parameter: 'actionId',
    owner: { parameter: 'functionId', idIn: actionOwner },
  },
  profile: { label: 'Perfil', operation: 'profileGet', parameter: null },
  plan: { label: 'Plano', operation: 'planGet', parameter: 'planId' },
  user: { label: 'Usuário', operation: 'userGet', parameter: null },
} as const satisfies Record<string, KindOfRecord>

type RecordKind = keyof typeof recordKinds
type IdParameter = 'id' | NonNullable<(typeof recordKinds)[RecordKind]['parameter']>

const idParameters: readonly IdParameter[] = [
  'id',
  ...Object.values(recordKinds).flatMap(({ parameter }) => parameter ?? []),
]

/** The ids of records that an address of the console carries. */
export type IdsInSearch = Partial<Record<IdParameter, number | undefined>>

function idsIn(search: object): IdsInSearch {
  const ids: IdsInSearch = {}
  for (const name of idParameters) ids[name] = idInSearch.parse(Reflect.get(search, name))
  return ids
}

/** A record that a screen is about, whose name is shown. */
export interface NamedRecord {
  kind: RecordKind
  id: number
}

/** Where a crumb leads: what a function of `paths.ts` gives. */
interface Place {
  to: string
  search?: object
}

/** The place of a screen among the others: what stands in the breadcrumb, and what it belongs to. */
export interface Crumb {
  /** Stands there where the address names no record. */
  label: string
  /** The record that the address names, where it names one: its name stands there. */
  record?: (ids: IdsInSearch) => { kind: RecordKind; id: number | undefined }
  /** The address that this one belongs to; without one it lies right below the start. */
  parent?: (ids: IdsInSearch) => Place
}

/** A step on the way to the screen that is shown. */
export interface BreadcrumbStep extends Place {
  label: string
  record: NamedRecord | undefined
}

/** What records of this kind belong to, where an address names that as well. */
export const ownerOf = ({ kind }: NamedRecord): KindOfRecord['owner'] => {
  const known: KindOfRecord = recordKinds[kind]
  return known.owner
}

/**
 * The way from the start to an address: follows what belongs to what, as the routes declare it. What a record belongs to
 * says the record, by `ownerIdOf`, and not the address, which anybody may have written; until it is known, nothing is
 * named there.
 */
export function breadcrumbTo(
  place: Place,
  crumbOf: (path: string) => Crumb | undefined,
  ownerIdOf: (record: NamedRecord) => number | undefined,
): BreadcrumbStep[] {
  const crumb = crumbOf(place.to)
  if (!crumb) return []
  const ids = idsIn(place.search ?? {})
  const named = crumb.record?.(ids)
  // An id that can't be one is 0 in `idInSearch`.
  const record = named?.id ? { kind: named.kind, id: named.id } : undefined
  const owner = record && ownerOf(record)
  const ownerId = record && ownerIdOf(record)
  const above = crumb.parent
    ? breadcrumbTo(
        crumb.parent(owner && ownerId ? { ...ids, [owner.parameter]: ownerId } : ids),
        crumbOf,
        ownerIdOf,
      )
    : []
  const known = owner && !ownerId ? above.map((step) => withoutName(step, owner.parameter)) : above
  return [...known, { ...place, label: crumb.label, record }]
}

/** A step without the name of its record, where an address names such a record by `parameter`. */
function withoutName(step: BreadcrumbStep, parameter: string): BreadcrumbStep {
  const kind = step.record && recordKinds[step.record.kind]
  return kind?.parameter === parameter ? { ...step, label: kind.label, record: undefined } : step
}
