import type { KeyboardEvent } from 'react'

/** The props of an element that the arrow keys reach inside its `data-arrow-list`. */
export interface ArrowStop {
  'data-arrow-stop': true
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  tabIndex: 0 | -1
}

/** The props of one such element; Tab reaches one element of a list, usually the first. */
export function arrowStop(byTab: boolean): ArrowStop {
  return { 'data-arrow-stop': true, onKeyDown: moveFocus, tabIndex: byTab ? 0 : -1 }
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const list = event.currentTarget.closest('[data-arrow-list]')
  const stops = [...(list?.querySelectorAll<HTMLElement>('[data-arrow-stop]') ?? [])]
  const at = stops.indexOf(event.currentTarget)
  const inText = event.currentTarget instanceof HTMLInputElement
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
