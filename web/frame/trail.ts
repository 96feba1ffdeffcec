import { z } from 'zod'
import { idInSearch } from '../list/list-search.ts'

const idsInSearch = z.object({
  id: idInSearch,
  serviceId: idInSearch,
  moduleId: idInSearch,
  functionId: idInSearch,
  actionId: idInSearch,
  planId: idInSearch,
})

/** The ids of records that an address of the console carries. */
export type IdsInSearch = z.output<typeof idsInSearch>

/** A record that a screen is about, whose name is shown. */
export interface NamedRecord {
  kind: 'company' | 'service' | 'module' | 'function' | 'action' | 'profile' | 'plan'
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
  record?: (ids: IdsInSearch) => { kind: NamedRecord['kind']; id: number | undefined }
  /** The address that this one belongs to; without one it lies right below the start. */
  parent?: (ids: IdsInSearch) => Place
}

/** A step on the way to the screen that is shown. */
export interface TrailStep extends Place {
  label: string
  record: NamedRecord | undefined
}

/** The way from the start to an address: follows what belongs to what, as the routes declare it. */
export function trailTo(place: Place, crumbOf: (path: string) => Crumb | undefined): TrailStep[] {
  const crumb = crumbOf(place.to)
  if (!crumb) return []
  const ids = idsInSearch.parse(place.search ?? {})
  const named = crumb.record?.(ids)
  // An id that can't be one is 0 in `idInSearch`.
  const record = named?.id ? { kind: named.kind, id: named.id } : undefined
  const above = crumb.parent ? trailTo(crumb.parent(ids), crumbOf) : []
  return [...above, { ...place, label: crumb.label, record }]
}
