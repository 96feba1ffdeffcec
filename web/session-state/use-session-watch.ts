import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMatches, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import type { Operation } from '../../contract/api.ts'
import { toSignIn } from '../paths.ts'
import { forgetTabPlace } from '../api/tab-place.ts'
import { storage } from '../storage.ts'
import { notify } from '../ui/notify.ts'
import { signOut } from './sign-out.ts'
import { useInactivity } from './use-inactivity.ts'

/**
 * Opens the sign-in screen when the session ends, in this tab or another, and ends the session after an hour without
 * activity.
 */
export function useSessionWatch(signedIn: boolean): void {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const guarded = useMatches({
    select: (matches) => (matches.at(-1)?.staticData.access ?? 'public') !== 'public',
  })

  const wasSignedIn = useRef(signedIn)

  useEffect(() => {
    const ended = wasSignedIn.current && !signedIn
    wasSignedIn.current = signedIn
    if (ended) forgetTabPlace()
    // Somebody else has signed in: this document still holds what the person before was shown.
    if (ended && storage.get('token') !== null) return location.replace(toSignIn().to)
    // The next person must not see what this one was shown. Cleared only after the screen is left, which would
    // otherwise read everything again.
    const forget = () => {
      if (ended) forgetAnswers(queryClient)
    }
    if (!signedIn && guarded) void navigate(toSignIn()).then(forget)
    else forget()
  }, [signedIn, guarded, navigate, queryClient])

  const endInactive = useCallback(() => {
    notify.warning('Sessão expirada.')
    void signOut().then(() => navigate(toSignIn()))
  }, [navigate])
  useInactivity(signedIn, endInactive)
}

/**
 * All answers that somebody was given. The sign-in is there by now and asks what it may offer, which is nobody's: thrown
 * away, the answer would never reach it.
 */
function forgetAnswers(queryClient: QueryClient): void {
  const ofSignIn: Operation = 'signInOptions'
  queryClient.removeQueries({ predicate: ({ queryKey: [operation] }) => operation !== ofSignIn })
  queryClient.getMutationCache().clear()
}
