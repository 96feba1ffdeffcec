import type { KeyboardEvent } from 'react'

/** Props of an element that the arrow keys can reach inside its `data-arrow-list`. */
export interface ArrowStop {
  'data-arrow-stop': true
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  tabIndex: 0 | -1
}

/** Returns the props of one such element. Only elements with `byTab` are tab stops, usually the first of the list. */
export function arrowStop(byTab: boolean): ArrowStop {
  return { 'data-arrow-stop': true, onKeyDown: onArrowKey, tabIndex: byTab ? 0 : -1 }
}

function onArrowKey(event: KeyboardEvent<HTMLElement>): void {
  const list = event.currentTarget.closest('[data-arrow-list]')
  const stops = [...(list?.querySelectorAll<HTMLElement>('[data-arrow-stop]') ?? [])]
  const at = stops.indexOf(event.currentTarget)
  const inText = event.currentTarget instanceof HTMLInputElement
  const next = nextIndex(event.key, at, stops.length, inText)
  if (next === null) return
  event.preventDefault()
  stops[next]?.focus()
}

function nextIndex(key: string, at: number, count: number, inText: boolean): number | null {
  if (key === 'ArrowDown') return Math.min(at + 1, count - 1)
  if (key === 'ArrowUp') return Math.max(at - 1, 0)
  // In a text field Home and End move the caret.
  if (inText) return null
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
