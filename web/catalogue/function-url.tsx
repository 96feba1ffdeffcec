import { Fragment } from 'react'
import { displayUrl } from '../ui/display-url.ts'

/**
 * Returns the url of a function with optional line breaks after its slashes. A function, not a component, so that
 * search hits can be marked in the result.
 */
export function breakingUrl(url: string) {
  return displayUrl(url)
    .split(/(?<=\/)/)
    .map((part, index) => (
      // The parts of a url have no key of their own, and their order never changes.
      // oxlint-disable-next-line react/no-array-index-key
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))
}
