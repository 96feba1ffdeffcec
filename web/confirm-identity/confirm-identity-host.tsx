import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { openConfirmation } from './confirm-identity-request.ts'

const ConfirmIdentityModal = lazy(() => import('./confirm-identity-modal.tsx'))

/** Where the modal of a confirmation appears; whoever is no longer signed in confirms nothing. */
export function ConfirmIdentityHost({ signedIn }: { signedIn: boolean }) {
  const confirmation = useSyncExternalStore(openConfirmation.subscribe, openConfirmation.get)
  useEffect(() => {
    if (!signedIn) confirmation?.cancel()
  }, [signedIn, confirmation])
  return (
    confirmation && (
      <Suspense>
        <ConfirmIdentityModal confirmation={confirmation} />
      </Suspense>
    )
  )
}
