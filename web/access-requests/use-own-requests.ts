import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { OwnAccessRequest } from '../../contract/access-requests.ts'
import { queryOf } from '../api/query-of.ts'
import { serverNow } from '../api/server-clock.ts'
import { useEndedSession } from '../session-state/use-ended-session.ts'

/** Milliseconds between two reads while a request is pending and the page is visible. */
const pollMs = 5000
/** Days for which a page shows a request that is no longer pending. */
const shownDays = 3

const noRequests: readonly OwnAccessRequest[] = []

export const ownRequestsOf = (token: string | undefined) =>
  queryOf('accessRequestMine', token === undefined ? {} : { token })

interface OwnRequestsOptions {
  /** Token of the sign-in, if the page uses it; by default that of this tab. */
  token?: string | undefined
  enabled?: boolean
  /** Called for each request that was pending on this page and no longer is. */
  onDecided: (request: OwnAccessRequest) => void
}

/** The user's requests, newest first: those that are pending, and those decided or expired in the last days. */
export function useOwnRequests({ token, enabled = true, onDecided }: OwnRequestsOptions) {
  const { data, error } = useQuery({
    ...ownRequestsOf(token),
    enabled,
    // React Query pauses the interval while the page is hidden.
    refetchInterval: ({ state }) => (state.data?.requests.some(isPending) ? pollMs : false),
  })
  useEndedSession(error)
  const requests = data?.requests
  const pending = useRef<ReadonlySet<number>>(new Set())
  const report = useEffectEvent((read: readonly OwnAccessRequest[]) => {
    for (const request of read)
      if (pending.current.has(request.id) && !isPending(request)) onDecided(request)
    pending.current = new Set(read.filter(isPending).map(({ id }) => id))
  })
  useEffect(() => {
    if (requests) report(requests)
  }, [requests])
  return requests?.filter(isShown) ?? noRequests
}

const isPending = ({ state }: OwnAccessRequest) => state === 'pending'

function isShown({ state, decided_at, expires_at }: OwnAccessRequest): boolean {
  if (state === 'pending') return true
  if (state === 'withdrawn') return false
  const now = serverNow() ?? new Date()
  return now.getTime() - Date.parse(decided_at ?? expires_at) < shownDays * 86_400_000
}
