/**
 * Text that the user types after the shortcut of the palette, before its field is loaded and has the focus. The text
 * belongs to the palette and must not reach the form below.
 */
let captured: string | null = null

function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'Escape') {
    stopCapturing()
    return
  }
  event.preventDefault()
  event.stopPropagation()
  if (event.key === 'Backspace') captured = captured?.slice(0, -1) ?? null
  else if (event.key.length === 1) captured = (captured ?? '') + event.key
}

/** Starts capturing; continues if already started. */
export function captureTyping(): void {
  captured ??= ''
  document.addEventListener('keydown', onKey, { capture: true })
}

/** Stops capturing and returns the captured text. */
export function stopCapturing(): string {
  document.removeEventListener('keydown', onKey, { capture: true })
  const typed = captured ?? ''
  captured = null
  return typed
}
