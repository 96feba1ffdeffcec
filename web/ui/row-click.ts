import type { MouseEvent } from 'react'

/** Elements that react to a click themselves, and cells beside them that a click may hit by mistake. */
const controls =
  'a, button, input, select, textarea, label, summary, [data-kind="selection"], [data-no-open]'

/** Returns the link that a click on a row follows: that of its header cell. */
function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  if (!(event.target instanceof Element) || event.target.closest(controls)) return null
  return event.target.closest('tr')?.querySelector<HTMLAnchorElement>('th a[href]') ?? null
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
    const link = linkOf(event)
    if (!link || isSelecting(event)) return
    if (event.ctrlKey || event.metaKey || event.shiftKey) openTab(link)
    else link.click()
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
