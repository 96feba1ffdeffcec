import { createSpotlight } from '@mantine/spotlight'

/** Whether the palette is open, and what opens and closes it. */
export const [paletteStore, spotlight] = createSpotlight()
