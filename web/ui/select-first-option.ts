import { useEffect, useRef, type KeyboardEvent } from 'react'

type OnKeyDown = (event: KeyboardEvent<HTMLInputElement>) => void

/**
 * Enter in a field whose choices are searched by typing takes the first that was found, and never submits the form while
 * something is typed that is no choice.
 */
export const selectFirstOption: OnKeyDown = (event) => {
  if (!asksForFirst(event)) return
  event.preventDefault()
  optionsOf(event.currentTarget)[0]?.click()
}

/**
 * The same where a server searches: `found` is false while the choices of what was typed are still on their way. Whoever
 * was quicker than they are gets the first when it comes, unless something else was typed, pressed or gone to meanwhile.
 */
export function useSelectFirstOption(found: boolean): OnKeyDown {
  const waiting = useRef<{ input: HTMLInputElement; typed: string }>(null)
  useEffect(() => {
    const asked = waiting.current
    if (!found || !asked) return
    waiting.current = null
    const { input, typed } = asked
    if (input.value === typed && document.activeElement === input) optionsOf(input)[0]?.click()
  }, [found])
  return (event) => {
    waiting.current = null
    if (found) return selectFirstOption(event)
    if (!asksForFirst(event)) return
    event.preventDefault()
    waiting.current = { input: event.currentTarget, typed: event.currentTarget.value }
  }
}

/** Whether a key in a field asks for the first of its choices. */
function asksForFirst({ key, currentTarget: input }: KeyboardEvent<HTMLInputElement>): boolean {
  const open = input.getAttribute('aria-expanded') === 'true'
  if (key !== 'Enter' || !open || input.value === '') return false
  const options = optionsOf(input)
  // Whoever went to a choice by the arrow keys takes that one, unless they typed on: the field still names it, the list doesn't.
  if (options.some((option) => option.hasAttribute('data-combobox-selected'))) return false
  return !options.some((option) => isChosen(option, input.value))
}

const optionsOf = (input: HTMLInputElement): HTMLElement[] =>
  Array.from(
    document
      .getElementById(input.getAttribute('aria-controls') ?? '')
      ?.querySelectorAll<HTMLElement>('[role=option]:not([data-combobox-disabled])') ?? [],
  )

const isChosen = (option: HTMLElement, text: string): boolean =>
  option.ariaSelected === 'true' && option.innerText === text
