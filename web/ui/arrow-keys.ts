import type { KeyboardEvent } from 'react'

/** Moves the focus between the elements marked `data-arrow-stop` inside the element that hears the key. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-arrow-stop]')]
  const at = stops.findIndex((stop) => stop === document.activeElement)
  const inText = document.activeElement instanceof HTMLInputElement
  const next = nextStop(event.key, at, stops.length, inText)
  if (next === null) return
  event.preventDefault()
  stops[next]?.focus()
}

function nextStop(key: string, at: number, count: number, inText: boolean): number | null {
  if (key === 'ArrowDown') return Math.min(at + 1, count - 1)
  if (key === 'ArrowUp') return Math.max(at - 1, 0)
  // In a text field these two move the caret.
  if (inText) return null
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
