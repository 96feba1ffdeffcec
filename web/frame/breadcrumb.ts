import { z } from 'zod'
import type { api } from '../../contract/api.ts'
import { id as recordId } from '../../contract/fields.ts'
import { idInSearch } from '../list/list-search.ts'

interface KindOfRecord {
  /** Shown while the name of the record is not loaded, and to users who may not read the record. */
  label: string
  /** Reads a record with its name. For a module this must not be an operation that returns a secret. */
  operation: keyof typeof api
  /** Search parameter that holds the id of such a record in the URLs of screens below it. */
  parameter: string | null
  /** The containing record: its search parameter, and a schema that extracts its id from the contained record. */
  owner?: { parameter: string; idIn: z.ZodType<number> }
}

const moduleOwner = z.object({ service_id: recordId }).transform(({ service_id }) => service_id)
const actionOwner = z
  .object({ function: z.object({ id: recordId }) })
  .transform(({ function: { id } }) => id)

/** Kinds of records that have screens. */
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

/** The record ids in a URL of the console. */
export type IdsInSearch = Partial<Record<IdParameter, number | undefined>>

function idsIn(search: object): IdsInSearch {
  const ids: IdsInSearch = {}
  for (const name of idParameters) ids[name] = idInSearch.parse(Reflect.get(search, name))
  return ids
}

/** A record of the current screen, whose name is shown. */
export interface NamedRecord {
  kind: RecordKind
  id: number
}

/** Address of a crumb: a result of `paths.ts`. */
interface Address {
  to: string
  search?: object
}

/** Breadcrumb entry of a screen and the screen above it. */
export interface Crumb {
  /** Shown if the URL names no record. */
  label: string
  /** The record named in the URL; its name is shown. */
  record?: (ids: IdsInSearch) => { kind: RecordKind; id: number | undefined }
  /** Address of the screen above; without it the screen is directly below the start. */
  parent?: (ids: IdsInSearch) => Address
}

/** One step of the breadcrumb. */
export interface BreadcrumbStep extends Address {
  label: string
  record: NamedRecord | undefined
}

/** Returns how records of this kind refer to their containing record, if URLs name it. */
export const ownerOf = ({ kind }: NamedRecord): KindOfRecord['owner'] => {
  const entry: KindOfRecord = recordKinds[kind]
  return entry.owner
}

/**
 * Returns the path from the start to an address, as the routes declare it. The containing record comes from the record
 * itself (`ownerIdOf`) and not from the URL, which anyone can edit; until it is loaded, its name is not shown.
 */
export function breadcrumbTo(
  place: Address,
  crumbOf: (path: string) => Crumb | undefined,
  ownerIdOf: (record: NamedRecord) => number | undefined,
): BreadcrumbStep[] {
  const crumb = crumbOf(place.to)
  if (!crumb) return []
  const ids = idsIn(place.search ?? {})
  const named = crumb.record?.(ids)
  // `idInSearch` turns an invalid id into 0.
  const record = named?.id ? { kind: named.kind, id: named.id } : undefined
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

/** Removes the record of a step whose kind uses this search parameter. */
function withoutRecord(step: BreadcrumbStep, parameter: string): BreadcrumbStep {
  const kind = step.record && recordKinds[step.record.kind]
  return kind?.parameter === parameter ? { ...step, label: kind.label, record: undefined } : step
}
