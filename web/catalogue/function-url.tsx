import { Fragment } from 'react'
import { displayUrl } from '../ui/display-url.ts'

/**
 * Returns the URL of a function with optional line breaks after its slashes. This is a function instead of a component,
 * so that search hits can be marked in the result.
 */
export function breakingUrl(url: string) {
  return displayUrl(url)
    .split(/(?<=\/)/)
    .map((part, index) => (
      // The parts of a URL have no natural key, and their order never changes.
      // oxlint-disable-next-line react/no-array-index-key
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))
}
