import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { isScreenPath } from './screen-path.ts'
import { useSession } from './session.ts'

/** Paths of the screens that the user holds a grant for; screens without a grant are not included. */
export function useGrantedPaths(): ReadonlySet<string> {
  const { userData } = useSession()
  return useMemo(() => new Set(userData?.functions.map(({ path }) => path)), [userData])
}

/**
 * Returns a function that tells whether a link may be shown: its screen has a route and the user holds its grant, or it
 * needs no grant.
 */
export function useOpens(): (to: unknown) => boolean {
  const { routesByPath } = useRouter()
  const granted = useGrantedPaths()
  return (to) =>
    typeof to !== 'string' ||
    !isScreenPath(to) ||
    (granted.has(to) && Object.hasOwn(routesByPath, to))
}
