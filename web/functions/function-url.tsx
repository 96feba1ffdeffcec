import { Fragment } from 'react'
import { shownUrl } from '../ui/shown-url.ts'

/**
 * The url of a function, which breaks after its slashes where there is no room. Called by a cell and not rendered as a
 * part, so that hits are marked in it.
 */
export function breakingUrl(url: string) {
  return shownUrl(url)
    .split(/(?<=\/)/)
    .map((part, index) => (
      // The parts of a url have no names of their own, and their order never changes.
      // oxlint-disable-next-line react/no-array-index-key
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))
}
