import './ui/mantine.css'
import './ui/theme.css'
import { createEntryRouter } from './routes/entry-router.tsx'
import { showApp } from './show-app.tsx'

const loadPortal = () => import('./portal.tsx')
let loading: Promise<void> | undefined

/** Whoever begins to sign in goes on to the portal: it is loaded meanwhile, and messages can be told from then on. */
async function loadBeside(): Promise<void> {
  const { showPortal } = await loadPortal()
  showPortal(entry)
}

const entry = createEntryRouter({
  load: () => void (loading ??= loadBeside()),
  enter: async () => {
    const { showPortal } = await loadPortal()
    showPortal()
  },
})

showApp(entry)
