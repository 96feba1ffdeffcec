import './ui/mantine.css'
import './ui/theme.css'

// Loaded beside this, as its page says (`scripts/preload-portal.ts`), and no later.
const { showPortal } = await import('./portal.tsx')
showPortal()
