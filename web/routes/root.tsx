import { createRootRoute } from '@tanstack/react-router'
import { Frame } from '../frame/frame.tsx'
import { PaletteHost } from '../palette/palette-host.tsx'

/** Root route: the frame of every screen. */
export const root = createRootRoute({ component: () => <Frame search={<PaletteHost />} /> })
