import type { useRouter } from '@tanstack/react-router'
import type { DecodedToken } from '../../contract/decoded-token.ts'
import { startSession } from '../session-state/session.ts'
import { placeAfterSignIn } from './place-after-sign-in.ts'

interface SignedIn {
  access_token: string
  decodedToken?: DecodedToken | undefined
}

/** Stores the session and navigates to the target of the sign-in. */
export function finishSignIn(router: ReturnType<typeof useRouter>, result: SignedIn): void {
  startSession(result)
  void router.navigate(placeAfterSignIn())
}
