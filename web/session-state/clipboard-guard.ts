const blocked = ['contextmenu', 'copy', 'paste', 'cut'] as const

/**
 * Blocks the context menu, copy, paste and cut everywhere (portal.md §2), except inside elements with
 * `data-allow-clipboard`: copy buttons and one-time codes. The server can disable this with `<meta
 * name="portaria-clipboard" content="free">` (rulings §8).
 */
export function guardClipboard(): void {
  const setting = document.querySelector('meta[name="portaria-clipboard"]')
  if (setting?.getAttribute('content') === 'free') return
  for (const name of blocked) document.addEventListener(name, prevent)
}

function prevent(event: Event): void {
  const { target } = event
  if (target instanceof Element && target.closest('[data-allow-clipboard]')) return
  event.preventDefault()
}
