import { lazy, Suspense } from 'react'
import type { User } from './user-values.ts'

/** Loaded after the rest of the screen. */
const WhyPanel = lazy(async () => ({
  default: (await import('../user-profiles/why-panel.tsx')).WhyPanel,
}))

/** Tab of a user's record with what the user may do, and why. */
export function UserAccess({ user }: { user: User }) {
  const { id, status, support, companies } = user
  // Holders of profile 3 (Suporte) see users of other companies, but not those companies, so the panel would have no
  // company to select.
  const asksWhy = status !== 0 && (support.length === 0 || companies.length > 0)
  return <Suspense>{asksWhy && <WhyPanel userId={id} width="broad" />}</Suspense>
}
