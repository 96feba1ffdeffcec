import type { KeyboardEvent } from 'react'

/**
 * Enter in a field whose choices are searched by typing takes the first that was found, and never submits the form while
 * something is typed that is no choice. `found` is false while the choices of what was typed are still on their way.
 */
export function takeFirst(event: KeyboardEvent<HTMLInputElement>, found = true): void {
  const input = event.currentTarget
  const open = input.getAttribute('aria-expanded') === 'true'
  // Whoever went to a choice by the arrow keys takes that one.
  if (event.key !== 'Enter' || !open || input.hasAttribute('aria-activedescendant')) return
  const options = document
    .getElementById(input.getAttribute('aria-controls') ?? '')
    ?.querySelectorAll<HTMLElement>('[role=option]:not([data-combobox-disabled])')
  if (input.value === '' || isChosen(options, input.value)) return
  event.preventDefault()
  if (found) options?.[0]?.click()
}

function isChosen(options: NodeListOf<HTMLElement> | undefined, text: string): boolean {
  return Array.from(options ?? []).some(
    (option) => option.ariaSelected === 'true' && option.innerText === text,
  )
}
