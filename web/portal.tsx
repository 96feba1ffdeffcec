import './ui/mantine-rest.css'
import type { AnyRouter } from '@tanstack/react-router'
import { history } from './routes/history.ts'
import { createPortalRouter } from './routes/router.tsx'
import { showApp } from './show-app.tsx'
import { Toasts } from './ui/toasts.tsx'

const router = createPortalRouter(history)

/** Shows the whole portal; or, once it is loaded, still the screens of the sign-in, with the messages that it may tell. */
export function showPortal(screens: AnyRouter = router): void {
  showApp(screens, <Toasts />)
}
