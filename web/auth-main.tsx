import './ui/mantine.css'
import './ui/theme.css'
import { createEntryRouter } from './routes/entry-router.tsx'
import { showApp } from './show-app.tsx'

const loadPortal = () => import('./portal.tsx')
let loading: Promise<void> | undefined

/** Loads the portal in the background as soon as the user starts to sign in. From then on toasts can be shown. */
async function loadInBackground(): Promise<void> {
  const { showPortal } = await loadPortal()
  showPortal(entry)
}

const entry = createEntryRouter({
  load: () => void (loading ??= loadInBackground()),
  enter: async () => {
    const { showPortal } = await loadPortal()
    showPortal()
  },
})

showApp(entry)
