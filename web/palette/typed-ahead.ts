/**
 * What is typed between the keys that open the palette and its field, which has to be loaded and to get the focus first:
 * it belongs to the palette, and none of it may reach the form beneath.
 */
let caught: string | null = null

function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'Escape') {
    takeTyped()
    return
  }
  event.preventDefault()
  event.stopPropagation()
  if (event.key === 'Backspace') caught = caught?.slice(0, -1) ?? null
  else if (event.key.length === 1) caught = (caught ?? '') + event.key
}

/** Begins to catch; where it has begun already, goes on. */
export function catchTyped(): void {
  caught ??= ''
  document.addEventListener('keydown', onKey, { capture: true })
}

/** Stops catching, and answers what was caught. */
export function takeTyped(): string {
  document.removeEventListener('keydown', onKey, { capture: true })
  const typed = caught ?? ''
  caught = null
  return typed
}
