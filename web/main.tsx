import './ui/mantine.css'
import './ui/theme.css'
import { attachStyles } from './attach-styles.ts'

const styles = attachStyles()
// The HTML page preloads this chunk (`scripts/preload-parts.ts`).
const { showPortal } = await import('./portal.tsx')
await styles
showPortal()
