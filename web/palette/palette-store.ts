import { createSpotlight } from '@mantine/spotlight'

const [store, spotlight] = createSpotlight()
let opener: Element | null = null

export const paletteStore = store
export const closePalette = spotlight.close

/** Opens the palette and records the focused element. */
export function openPalette(): void {
  opener = document.activeElement
  spotlight.open()
}

/** Returns the focus to the element that had it before. */
export function returnFocus(): void {
  if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
}
