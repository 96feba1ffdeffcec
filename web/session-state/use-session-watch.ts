import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMatches, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import type { Operation } from '../../contract/api.ts'
import { toSignIn } from '../paths.ts'
import { clearTabPlace } from '../api/tab-place.ts'
import { storage } from '../storage.ts'
import { notify } from '../ui/notify.ts'
import { signOut } from './sign-out.ts'
import { useInactivity } from './use-inactivity.ts'

/**
 * Opens the sign-in screen when the session ends, in this tab or another, and ends the session after an hour of
 * inactivity.
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
    if (ended) clearTabPlace()
    // Another user has signed in, and this document still holds the data of the previous one.
    if (ended && storage.get('token') !== null) return location.replace(toSignIn().to)
    // The next user must not see this user's data. Clear the cache only after the screen is left, because a mounted
    // screen would load everything again.
    const clear = () => {
      if (ended) clearResponses(queryClient)
    }
    if (!signedIn && guarded) void navigate(toSignIn()).then(clear)
    else clear()
  }, [signedIn, guarded, navigate, queryClient])

  const endInactive = useCallback(() => {
    notify.warning('Sessão expirada.')
    void signOut().then(() => navigate(toSignIn()))
  }, [navigate])
  useInactivity(signedIn, endInactive)
}

/**
 * Clears all cached responses and mutations. The options of the sign-in are kept: the sign-in screen is already mounted
 * and waiting for them, and they are not specific to a user.
 */
function clearResponses(queryClient: QueryClient): void {
  const ofSignIn: Operation = 'signInOptions'
  queryClient.removeQueries({ predicate: ({ queryKey: [operation] }) => operation !== ofSignIn })
  queryClient.getMutationCache().clear()
}
