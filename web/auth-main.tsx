import './ui/mantine.css'
import './ui/theme.css'
import { attachStyles } from './attach-styles.ts'
import { createEntryRouter } from './routes/entry-router.tsx'
import { showApp } from './show-app.tsx'

const loadPortal = () => import('./portal.tsx')
let loading: Promise<void> | undefined
/** Whether the portal has replaced the sign-in, or is about to. */
let entered = false

/** Loads the portal in the background as soon as the user starts to sign in. From then on toasts can be shown. */
async function loadInBackground(): Promise<void> {
  const { showPortal } = await loadPortal()
  // A user who types while the portal is entered must not get the sign-in router back, which shows no other screen.
  if (!entered) showPortal(entry)
}

const entry = createEntryRouter({
  load: () => void (loading ??= loadInBackground()),
  enter: async () => {
    entered = true
    const { showPortal } = await loadPortal()
    showPortal()
  },
})

await attachStyles()
showApp(entry)
