import './ui/mantine-rest.css'
import type { AnyRouter } from '@tanstack/react-router'
import { history } from './routes/history.ts'
import { createPortalRouter } from './routes/router.tsx'
import { showApp } from './show-app.tsx'
import { Toasts } from './ui/toasts.tsx'

const router = createPortalRouter(history)

/** Renders the whole portal by default. `screens` can be the sign-in router, which then also shows toasts. */
export function showPortal(screens: AnyRouter = router): void {
  showApp(screens, <Toasts />)
}
