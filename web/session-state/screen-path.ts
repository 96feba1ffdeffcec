import { screens, type ScreenPath } from '../../contract/screens.ts'

/** Whether a path is that of a screen with a grant, even if it has no route yet. */
export function isScreenPath(path: string): path is ScreenPath {
  return Object.hasOwn(screens, path)
}
