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

/** Returns the props of a second control in the item of an arrow stop: the right arrow leads to it, the left one back. */
export function arrowBeside(tabIndex: ArrowStop['tabIndex']) {
  return { 'data-arrow-beside': true, onKeyDown: onArrowKey, tabIndex } as const
}

function onArrowKey(event: KeyboardEvent<HTMLElement>): void {
  const list = event.currentTarget.closest<HTMLElement>('[data-arrow-list]')
  const stops = [...(list?.querySelectorAll<HTMLElement>('[data-arrow-stop]') ?? [])]
  const inText = event.currentTarget instanceof HTMLInputElement
  const item = inText ? null : event.currentTarget.closest('li')
  const beside = item?.querySelector<HTMLElement>('[data-arrow-beside]')
  const isBeside = event.currentTarget === beside
  const stop = isBeside
    ? item?.querySelector<HTMLElement>('[data-arrow-stop]')
    : event.currentTarget
  const sideways =
    event.key === 'ArrowRight' ? beside : event.key === 'ArrowLeft' && isBeside && stop
  if (sideways) {
    event.preventDefault()
    sideways.focus()
    return
  }
  const key = list?.dataset['arrowList'] === 'row' ? (rowKeys[event.key] ?? event.key) : event.key
  const next = nextIndex(key, stop ? stops.indexOf(stop) : -1, stops.length, inText)
  if (next === null) return
  event.preventDefault()
  stops[next]?.focus()
}

/** Keys in a list whose items are in one row (`data-arrow-list="row"`). */
const rowKeys: Readonly<Record<string, string>> = { ArrowRight: 'ArrowDown', ArrowLeft: 'ArrowUp' }

function nextIndex(key: string, at: number, count: number, inText: boolean): number | null {
  if (key === 'ArrowDown') return Math.min(at + 1, count - 1)
  if (key === 'ArrowUp') return Math.max(at - 1, 0)
  // In a text field Home and End move the caret.
  if (inText) return null
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
