import './ui/mantine.css'
import './ui/theme.css'
import './frame/static-frame.css'

// The HTML page preloads this chunk (`scripts/preload-portal.ts`).
const { showPortal } = await import('./portal.tsx')
showPortal()
