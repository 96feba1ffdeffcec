import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { openConfirmation } from './confirm-identity-request.ts'

const ConfirmIdentityModal = lazy(() => import('./confirm-identity-modal.tsx'))

/** Shows the confirmation modal inside the frame; cancels it on sign-out. */
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
