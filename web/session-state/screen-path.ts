import { screens, type ScreenPath } from '../../contract/screens.ts'

/** Whether a path belongs to a screen that needs a grant, even if it has no route yet. */
export function isScreenPath(path: string): path is ScreenPath {
  return Object.hasOwn(screens, path)
}
