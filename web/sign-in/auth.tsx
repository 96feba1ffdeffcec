import { useLocation, useSearch } from '@tanstack/react-router'
import { useState, type ReactElement } from 'react'
import { PopupReturn } from '../federation/popup-return.tsx'
import { useSession } from '../session-state/session.ts'
import { SignIn } from './sign-in.tsx'
import { isPopupReturn } from './sign-in-search.ts'
import { SignedInStart } from './signed-in-start.tsx'

/** The sign-in screen (portal.md §2, §4); whoever arrives signed in is offered to go on (decision 24). */
export default function Auth(): ReactElement {
  const search = useSearch({ from: '/auth' })
  const { signedIn, userData } = useSession()
  const sentByGuard = useLocation({ select: ({ state }) => state.wanted !== undefined })
  // Whom the guard sent here has a session that is just ending; who signs in here is about to be led on.
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
