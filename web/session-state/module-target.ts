import { storage, type StorageKey } from '../storage.ts'

/** Search parameters of `/auth` for a link to a module (portal.md §2, decision 94). */
export interface ModuleLink {
  refModule: string
  companyId?: string | undefined
  acr_values?: string | undefined
  max_age?: string | undefined
}

/** What the module of a link requires of the sign-in, as the server expects it. */
export interface LinkRequirements {
  acr_values?: string
  max_age?: number
}

/**
 * Stores the module of a link from outside. `loginState` marks that the sign-in must continue to the module (portal.md
 * §4).
 */
export function storeModuleTarget(link: ModuleLink): void {
  storage.set('refModule', link.refModule)
  setOrRemove('refCompany', link.companyId)
  setOrRemove('refAcrValues', link.acr_values)
  setOrRemove('refMaxAge', link.max_age)
  storage.set('loginState', 'redirect')
}

function setOrRemove(key: StorageKey, value: string | undefined): void {
  if (value === undefined) storage.remove(key)
  else storage.set(key, value)
}

/** Removes the stored module: when it is opened, and at a sign-in without such a link. */
export function clearModuleTarget(): void {
  for (const key of ['refModule', 'refCompany', 'refAcrValues', 'refMaxAge'] as const)
    storage.remove(key)
  if (storage.get('loginState') === 'redirect') storage.remove('loginState')
}

/** Whether a link from outside leads to a module. */
export const leadsToModule = (): boolean =>
  storage.get('refModule') !== null && storage.get('loginState') === 'redirect'

/** Returns the requirements of the stored link; undefined if the maximum age is not a number of seconds. */
export function linkRequirements(): LinkRequirements | undefined {
  const acrValues = storage.get('refAcrValues')
  const maxAge = storage.get('refMaxAge')
  if (maxAge !== null && !/^\d{1,9}$/.test(maxAge)) return undefined
  return {
    ...(acrValues !== null && { acr_values: acrValues }),
    ...(maxAge !== null && { max_age: Number(maxAge) }),
  }
}
