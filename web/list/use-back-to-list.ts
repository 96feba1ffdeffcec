import { useRouter, type NavigateOptions } from '@tanstack/react-router'
import { useCallback } from 'react'
import { lastListUrl } from './last-list-url.ts'

/** Returns a function that navigates to a list with its last filters and page, without asking about unsaved changes. */
export function useBackToList(list: NavigateOptions): () => void {
  const router = useRouter()
  const { pathname, href } = router.buildLocation(list)
  const state = typeof list.state === 'object' ? list.state : nothing
  return useCallback(
    () => router.history.push(lastListUrl({ pathname, href }), state, { ignoreBlocker: true }),
    [router, pathname, href, state],
  )
}

const nothing = {}
