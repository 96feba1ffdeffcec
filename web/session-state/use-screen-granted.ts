import { useMemo } from 'react'
import type { ScreenPath } from '../../contract/screens.ts'
import { isScreenPath } from './screen-path.ts'
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

/** Which addresses the signed-in person may open: those of screens with a grant that they hold, and all others. */
export function useOpens(): (path: string) => boolean {
  const granted = useGrantedPaths()
  return (path) => !isScreenPath(path) || granted.has(path)
}
