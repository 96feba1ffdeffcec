import { screens, type ScreenPath } from '../../contract/screens.ts'

/** Whether an address is that of a screen with a grant, even one that has no route yet. */
export function isScreenPath(path: string): path is ScreenPath {
  return Object.hasOwn(screens, path)
}
