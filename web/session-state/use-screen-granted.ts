import { useMemo } from 'react'
import type { ScreenPath } from '../../contract/screens.ts'
import { useSession } from './session.ts'

/** The screens that the signed-in person may open, by their addresses; those without a grant are not among them. */
export function useGrantedPaths(): ReadonlySet<string> {
  const { userData } = useSession()
  return useMemo(() => new Set(userData?.functions.map(({ path }) => path)), [userData])
}

/** Whether the signed-in person may open a screen: links to other screens are not shown (console.md §6). */
export function useScreenGranted(screen: ScreenPath): boolean {
  return useGrantedPaths().has(screen)
}
