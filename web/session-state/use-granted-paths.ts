import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { isScreenPath } from './screen-path.ts'
import { useSession } from './session.ts'

/** The screens that the signed-in person may open, by their addresses; those without a grant are not among them. */
export function useGrantedPaths(): ReadonlySet<string> {
  const { userData } = useSession()
  return useMemo(() => new Set(userData?.functions.map(({ path }) => path)), [userData])
}

/**
 * Where a link may lead the signed-in person: to screens of the route table with a grant that they hold, and to whatever
 * needs none.
 */
export function useOpens(): (to: unknown) => boolean {
  const { routesByPath } = useRouter()
  const granted = useGrantedPaths()
  return (to) =>
    typeof to !== 'string' ||
    !isScreenPath(to) ||
    (granted.has(to) && Object.hasOwn(routesByPath, to))
}
