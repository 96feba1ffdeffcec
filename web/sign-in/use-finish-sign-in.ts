import { useRouter } from '@tanstack/react-router'
import type { DecodedToken } from '../../contract/decoded-token.ts'
import { toAccessPage } from '../paths.ts'
import { startSession } from '../shared/session.ts'

interface SignedIn {
  access_token: string
  decodedToken?: DecodedToken | undefined
}

/** Stores the session and goes to the access page, or to where the guard found the person (portal.md §4). */
export function useFinishSignIn(): (answer: SignedIn) => void {
  const router = useRouter()
  return (answer) => {
    const { wanted } = router.state.location.state
    startSession(answer)
    if (wanted === undefined) void router.navigate(toAccessPage())
    else router.history.replace(wanted)
  }
}
