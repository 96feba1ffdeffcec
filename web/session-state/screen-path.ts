import { screens, type ScreenPath } from '../../contract/screens.ts'

/** Whether an address is that of a screen with a grant, routed already or not. */
export function isScreenPath(path: string): path is ScreenPath {
  return Object.hasOwn(screens, path)
}
