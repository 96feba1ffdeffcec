import './ui/mantine.css'
import './ui/theme.css'

// Preloaded by its page (`scripts/preload-portal.ts`).
const { showPortal } = await import('./portal.tsx')
showPortal()
