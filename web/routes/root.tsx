import { createRootRoute } from '@tanstack/react-router'
import { Frame } from '../frame/frame.tsx'
import { PaletteHost } from '../palette/palette-host.tsx'

/** What every screen lies in. */
export const root = createRootRoute({ component: () => <Frame search={<PaletteHost />} /> })
