import type { LinkRequirements } from './module-target.ts'
import { signOut } from './sign-out.ts'

/** Ends the session and opens the sign-in page, which then leads to this module of the company (decision 94). */
export async function signInAgain(
  { moduleId, companyId }: { moduleId: number; companyId: number },
  { acr_values: acrValues, max_age: maxAge }: LinkRequirements,
): Promise<void> {
  const search = new URLSearchParams({ refModule: String(moduleId), companyId: String(companyId) })
  if (acrValues !== undefined) search.set('acr_values', acrValues)
  if (maxAge !== undefined) search.set('max_age', String(maxAge))
  await signOut()
  location.assign(`/auth?${search.toString()}`)
}

/** Ends the session and opens this screen again, for which the guard asks to sign in first (decision 24). */
export async function signInAgainHere(): Promise<void> {
  // The end of the session opens the sign-in page.
  const { pathname, search } = location
  await signOut()
  location.assign(pathname + search)
}
