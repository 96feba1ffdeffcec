import { useRouter } from '@tanstack/react-router'
import type { DecodedToken } from '../../contract/decoded-token.ts'
import { startSession } from '../session-state/session.ts'
import { placeAfterSignIn } from './place-after-sign-in.ts'

interface SignedIn {
  access_token: string
  decodedToken?: DecodedToken | undefined
}

/** Returns a function that stores the session and navigates to the target of the sign-in. */
export function useFinishSignIn(): (result: SignedIn) => void {
  const router = useRouter()
  return (result) => {
    startSession(result)
    void router.navigate(placeAfterSignIn())
  }
}
