/** Distance to the anchor and to the edges of the window, in pixels. */
const gap = 8

/**
 * Sets the variables `--left`, `--top` and `--height` of a popover, in pixels of the document: below its anchor, or, with
 * `data-above`, above it if there is more room. The style sheet keeps it inside the window.
 */
export function placeBelow(popover: HTMLElement, anchor: Element): void {
  const { left, top, bottom } = anchor.getBoundingClientRect()
  const roomBelow = document.documentElement.clientHeight - bottom
  const above = top > roomBelow
  popover.toggleAttribute('data-above', above)
  popover.style.setProperty('--left', `${left + scrollX}px`)
  popover.style.setProperty('--top', `${(above ? top - gap : bottom + gap) + scrollY}px`)
  popover.style.setProperty('--height', `${(above ? top : roomBelow) - 2 * gap}px`)
}
