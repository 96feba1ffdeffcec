import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { EntryError } from '../frame/entry-error.tsx'
import { EntryFrame } from '../frame/entry-frame.tsx'
import { parseSearch, stringifySearch } from '../list/search-params.ts'
import { toSignIn } from '../paths.ts'
import { awaitSignInOptions } from '../sign-in/sign-in-options.ts'
import { storeTarget } from '../sign-in/store-target.ts'
import { isPopupReturn, signInSearch } from '../sign-in/sign-in-search.ts'
import { SignIn } from '../sign-in/sign-in.tsx'
import { storage } from '../storage.ts'
import { history } from './history.ts'

interface WholePortal {
  /** Preloads the portal; may be called repeatedly. */
  load: () => void
  /** Loads the portal and renders it at the current URL in place of this router. */
  enter: () => Promise<void>
}

/**
 * Router of the page that serves `/auth`. It contains only the sign-in for signed-out users; everything else loads the
 * whole portal (decision 37).
 */
export function createEntryRouter(portal: WholePortal) {
  const root = createRootRoute({ component: EntryFrame })
  const start = createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ ...toSignIn(), replace: true })
    },
  })
  const auth = createRoute({
    getParentRoute: () => root,
    path: '/auth',
    validateSearch: signInSearch,
    beforeLoad: async ({ cause, search, location }) => {
      const signedIn = storage.get('token') !== null
      if (signedIn || search.code !== undefined || isPopupReturn(search)) return portal.enter()
      storeTarget(search, location.state)
      if (cause === 'enter') await awaitSignInOptions()
    },
    component: () => <SignIn onBegin={portal.load} />,
  })
  const otherPaths = createRoute({
    getParentRoute: () => root,
    path: '$',
    beforeLoad: portal.enter,
  })
  return createRouter({
    history,
    caseSensitive: true,
    routeTree: root.addChildren([start, auth, otherPaths]),
    parseSearch,
    stringifySearch,
    defaultErrorComponent: EntryError,
  })
}
