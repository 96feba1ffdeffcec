import { useRouter } from '@tanstack/react-router'
import type { DecodedToken } from '../../contract/decoded-token.ts'
import { moduleTarget } from '../federation/module-target.ts'
import { toAccessPage, toAddress } from '../paths.ts'
import { startSession } from '../session-state/session.ts'
import { takeWanted } from '../session-state/wanted-address.ts'

interface SignedIn {
  access_token: string
  decodedToken?: DecodedToken | undefined
}

/**
 * Stores the session and goes to the access page, which leads on to the module of a link from outside; or to where the
 * guard found the person (portal.md §4).
 */
export function useFinishSignIn(): (answer: SignedIn) => void {
  const router = useRouter()
  return (answer) => {
    startSession(answer)
    const wanted = takeWanted()
    const justSignedIn = true
    if (wanted === undefined || moduleTarget()) {
      void router.navigate(toAccessPage({ justSignedIn }))
    } else {
      void router.navigate({ ...toAddress(wanted, { justSignedIn }), replace: true })
    }
  }
}
