import type { Principal } from '../binder/principal.ts'
import { Problem } from '../binder/problem.ts'

/** Which part of the catalogue somebody sees: all of it, or what a company may use. */
export type CatalogueScope = 'everything' | { companyId: number }

/**
 * Administrators see the whole catalogue. Anyone else sees what the company that the token is for is entitled to: the
 * modules a plan gives it seats of, their services, and of their functions those that are shown to companies
 * (console.md §6).
 */
export function catalogueScope({ place }: Principal): CatalogueScope {
  if (place?.grants.administrator) return 'everything'
  // No company has id 0, so without a place there is nothing to see.
  return { companyId: place?.companyId ?? 0 }
}

/**
 * All operators share the catalogue, so only administrators write it, whatever else a profile grants. Asked after the
 * row was found in scope: what somebody can't see stays not found.
 */
export function requireCatalogueWriter(who: Principal): void {
  if (catalogueScope(who) !== 'everything') throw new Problem('forbidden')
}
