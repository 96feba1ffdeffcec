import { createLink, type LinkComponent } from '@tanstack/react-router'
import { useOpens } from '../session-state/use-granted-paths.ts'

/**
 * Turns an anchor into a link that takes a result of `paths.ts`. It is not rendered if the user may not open the screen
 * (console.md §6).
 */
export function createScreenLink<const Anchor>(anchor: Anchor): LinkComponent<Anchor> {
  const AnyLink = createLink(anchor)
  return function ScreenLink(props) {
    const opens = useOpens()
    return opens(props.to) ? <AnyLink {...props} /> : <></>
  }
}
