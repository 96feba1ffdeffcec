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
