import { createSpotlight } from '@mantine/spotlight'

const [store, spotlight] = createSpotlight()
let opener: Element | null = null

/** Whether the palette is open. */
export const paletteStore = store
export const closePalette = spotlight.close

/** Opens it, and notes what had the focus. */
export function openPalette(): void {
  opener = document.activeElement
  spotlight.open()
}

/** Gives the focus back to what had it before the palette was opened. */
export function returnFocus(): void {
  if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
}
