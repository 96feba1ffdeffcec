import { useEffect, useRef, type KeyboardEvent } from 'react'

type OnKeyDown = (event: KeyboardEvent<HTMLInputElement>) => void

/**
 * Key handler of a searchable select. Enter selects the first option. Enter never submits the form while the typed text
 * is not a selected option.
 */
export const selectFirstOption: OnKeyDown = (event) => {
  if (!selectsFirst(event)) return
  event.preventDefault()
  optionsOf(event.currentTarget)[0]?.click()
}

/**
 * Like `selectFirstOption`, for options searched on the server. `loaded` is false while the options for the typed text
 * are loading. Enter is then remembered and selects the first option when the options arrive, unless the user has
 * typed, pressed another key or left the field.
 */
export function useSelectFirstOption(loaded: boolean): OnKeyDown {
  const pending = useRef<{ input: HTMLInputElement; typed: string }>(null)
  useEffect(() => {
    const request = pending.current
    if (!loaded || !request) return
    pending.current = null
    const { input, typed } = request
    if (input.value === typed && document.activeElement === input) optionsOf(input)[0]?.click()
  }, [loaded])
  return (event) => {
    pending.current = null
    if (loaded) return selectFirstOption(event)
    if (!selectsFirst(event)) return
    event.preventDefault()
    pending.current = { input: event.currentTarget, typed: event.currentTarget.value }
  }
}

/** Whether the key selects the first option. */
function selectsFirst({ key, currentTarget: input }: KeyboardEvent<HTMLInputElement>): boolean {
  const open = input.getAttribute('aria-expanded') === 'true'
  if (key !== 'Enter' || !open || input.value === '') return false
  const options = optionsOf(input)
  // If an option is highlighted with the arrow keys, Mantine selects that one. The check reads the list and not
  // `aria-activedescendant` of the field, which still names the option after more typing.
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
