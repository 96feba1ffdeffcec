import type { ScreenPath } from '../../contract/screens.ts'
import { useSession } from './session.ts'

/** Whether the signed-in person may open a screen: links to other screens are not shown (console.md §6). */
export function useScreenGranted(screen: ScreenPath): boolean {
  const { userData } = useSession()
  return userData?.functions.some(({ path }) => path === screen) ?? false
}
