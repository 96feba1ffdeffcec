import { createLink, type LinkComponent } from '@tanstack/react-router'
import { useOpens } from '../session-state/use-granted-paths.ts'

/**
 * Makes an anchor a link that takes what a function of `paths.ts` gives; it is not there for whoever may not open the
 * screen that it leads to (console.md §6).
 */
export function createScreenLink<const Anchor>(anchor: Anchor): LinkComponent<Anchor> {
  const AnyLink = createLink(anchor)
  return function ScreenLink(props) {
    const opens = useOpens()
    return opens(props.to) ? <AnyLink {...props} /> : <></>
  }
}
