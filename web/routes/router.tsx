import { createRoute, createRouter, redirect, type RouterHistory } from '@tanstack/react-router'
import { ErrorScreen } from '../frame/error-screen.tsx'
import { NotFoundScreen } from '../frame/not-found-screen.tsx'
import { parseSearch, stringifySearch } from '../list/search-params.ts'
import { toSignIn } from '../paths.ts'
import { admit } from '../session-state/route-guard.ts'
import { isScreenPath } from '../session-state/screen-path.ts'
import { validateStoredToken } from '../session-state/token-validation.ts'
import { accessRequestScreens } from './access-request-screens.ts'
import { apiTokenScreens } from './api-token-screens.ts'
import { companyScreens } from './company-screens.ts'
import { delegationScreens } from './delegation-screens.ts'
import { functionScreens } from './function-screens.ts'
import { helpScreens } from './help-screens.ts'
import { operatingScreens } from './operating-screens.ts'
import { planScreens } from './plan-screens.ts'
import { privacyScreens } from './privacy-screens.ts'
import { reviewScreens } from './review-screens.ts'
import { profileScreens } from './profile-screens.ts'
import { root } from './root.tsx'
import { separationScreens } from './separation-screens.ts'
import { serviceScreens } from './service-screens.ts'
import { sessionScreens } from './session-screens.ts'
import { userProfileScreens } from './user-profile-screens.ts'
import { userScreens } from './user-screens.ts'

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ ...toSignIn(), replace: true })
  },
})

/** Any other path: 'Página não encontrada'. If the contract has a screen with that path, the guard runs first. */
const otherPaths = createRoute({
  getParentRoute: () => root,
  path: '$',
  staticData: { title: 'Página não encontrada', crumb: { label: 'Página não encontrada' } },
  beforeLoad: async ({ preload, location }): Promise<void> => {
    if (preload) return
    if (isScreenPath(location.pathname)) await admit(location.pathname, location)
    else await validateStoredToken()
  },
  component: NotFoundScreen,
})

/** The router of the portal, with all screens. */
export const createPortalRouter = (history: RouterHistory) =>
  createRouter({
    history,
    // Paths are case-sensitive, as on the server, which returns a 404 for any other spelling.
    caseSensitive: true,
    routeTree: root.addChildren([
      start,
      ...sessionScreens,
      ...companyScreens,
      ...serviceScreens,
      ...functionScreens,
      ...profileScreens,
      ...planScreens,
      ...userProfileScreens,
      ...userScreens,
      ...apiTokenScreens,
      ...delegationScreens,
      ...separationScreens,
      ...operatingScreens,
      ...privacyScreens,
      ...reviewScreens,
      ...accessRequestScreens,
      ...helpScreens,
      otherPaths,
    ]),
    parseSearch,
    stringifySearch,
    defaultErrorComponent: ErrorScreen,
    // Pointing at a link loads the script of its screen (decision 73).
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>
  }
}
