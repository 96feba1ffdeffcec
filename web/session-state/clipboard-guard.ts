/** Shown when a paste was blocked. */
export const pasteBlocked = 'Colar está desativado neste campo.'

const blocked = ['contextmenu', 'copy', 'paste', 'cut'] as const

/** Whether the server blocks the clipboard. `CLIPBOARD=free` disables this (rulings §8). */
const isGuarded = (): boolean =>
  document.querySelector('meta[name="portaria-clipboard"]')?.getAttribute('content') !== 'free'

/**
 * Blocks the context menu, copy, paste and cut everywhere (portal.md §2), except inside elements with
 * `data-allow-clipboard`: copy buttons and one-time codes. A blocked paste into a field shows a toast, unless the field
 * has its own message (`useBlockedPaste`).
 */
export function guardClipboard(): void {
  if (!isGuarded()) return
  for (const name of blocked) document.addEventListener(name, prevent)
}

/**
 * Whether the event is a paste, or the context menu with which a touch begins a paste, and is blocked in this field.
 * If so, prevents it; the caller shows the message.
 */
export function blocksPaste(event: Event): boolean {
  const blocks = isGuarded() && isPaste(event) && !allowsClipboard(event)
  if (blocks) event.preventDefault()
  return blocks
}

function prevent(event: Event): void {
  if (event.defaultPrevented || allowsClipboard(event)) return
  event.preventDefault()
  if (isPaste(event)) void showPasteBlocked()
}

const isPaste = ({ type, target }: Event): boolean =>
  (type === 'paste' || type === 'contextmenu') &&
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)

const allowsClipboard = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('[data-allow-clipboard]') !== null

async function showPasteBlocked(): Promise<void> {
  // The sign-in page loads without toasts.
  const { notify } = await import('../ui/notify.ts')
  notify.info(pasteBlocked)
}
