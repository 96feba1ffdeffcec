import type { ScreenPath } from '../../contract/screens.ts'
import { useSession } from './session.ts'

/** Whether whoever is signed in may open a screen, to show only the links that lead somewhere (console.md §6). */
export function useScreenGranted(screen: ScreenPath): boolean {
  const { userData } = useSession()
  return userData?.functions.some(({ path }) => path === screen) ?? false
}
