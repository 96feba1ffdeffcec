import type { MouseEvent } from 'react'

/** Elements that react to a click themselves, and cells beside them that a click may hit by mistake. */
const controls =
  'a, button, input, select, textarea, label, summary, [data-kind="selection"], [data-no-open]'

/** Returns what a click on a row presses: the link of its header cell, or the button marked with `data-opens-row`. */
function openerOf(event: MouseEvent): HTMLElement | null {
  if (!(event.target instanceof Element) || event.target.closest(controls)) return null
  const row = event.target.closest('tr')
  return row?.querySelector<HTMLElement>('th a[href], [data-opens-row]') ?? null
}

function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  const opener = openerOf(event)
  return opener instanceof HTMLAnchorElement ? opener : null
}

/** Whether the user has just selected text in the row. */
function isSelecting(event: MouseEvent): boolean {
  const selection = getSelection()
  return (
    selection !== null &&
    !selection.isCollapsed &&
    event.target instanceof Node &&
    selection.containsNode(event.target, true)
  )
}

const openTab = ({ href }: HTMLAnchorElement) => void window.open(href, '_blank', 'noopener')

/**
 * Handlers of a table body that open the record of a clicked row. Keyboard and screen readers use the link itself. The
 * middle button, and Ctrl or Cmd, open a new tab as they do on the link.
 */
export const openOnClick = {
  onClick(event: MouseEvent): void {
    const opener = openerOf(event)
    if (!opener || isSelecting(event)) return
    const link = linkOf(event)
    if (link && (event.ctrlKey || event.metaKey || event.shiftKey)) openTab(link)
    else {
      // A dialog that the click opens returns the focus to it.
      opener.focus({ preventScroll: true })
      opener.click()
    }
  },
  onMouseDown(event: MouseEvent): void {
    // Otherwise the middle button starts to scroll.
    if (event.button === 1 && linkOf(event)) event.preventDefault()
  },
  onAuxClick(event: MouseEvent): void {
    const link = event.button === 1 ? linkOf(event) : null
    if (link) openTab(link)
  },
}
