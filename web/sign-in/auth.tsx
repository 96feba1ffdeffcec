import { useLocation, useSearch } from '@tanstack/react-router'
import { useState, type ReactElement } from 'react'
import { PopupReturn } from '../session-state/popup-return.tsx'
import { useSession } from '../session-state/session.ts'
import { SignIn } from './sign-in.tsx'
import { isPopupReturn } from './sign-in-search.ts'
import { SignedInStart } from './signed-in-start.tsx'

/** Sign-in screen (portal.md §2, §4). If the user is already signed in, the screen offers to continue (decision 24). */
export default function Auth(): ReactElement {
  const search = useSearch({ from: '/auth' })
  const { signedIn, userData } = useSession()
  const sentByGuard = useLocation({ select: ({ state }) => state.returnTo !== undefined })
  // After a redirect by the guard the session is about to end, so the sign-in is shown. A sign-in on this screen must
  // not switch to the other view before the navigation.
  const [arrivedSignedIn, setArrivedSignedIn] = useState(signedIn && !sentByGuard)
  if (arrivedSignedIn && !signedIn) setArrivedSignedIn(false)

  if (isPopupReturn(search)) {
    return <PopupReturn problem={search.proof === undefined ? search.problem : undefined} />
  }
  return arrivedSignedIn ? (
    <SignedInStart user={userData?.user} problem={search.problem} />
  ) : (
    <SignIn />
  )
}
