import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { EntryError } from '../frame/entry-error.tsx'
import { EntryFrame } from '../frame/entry-frame.tsx'
import { parseSearch, stringifySearch } from '../list/search-params.ts'
import { toSignIn } from '../paths.ts'
import { rememberTarget } from '../sign-in/remember-target.ts'
import { isPopupReturn, signInSearch } from '../sign-in/sign-in-search.ts'
import { SignIn } from '../sign-in/sign-in.tsx'
import { storage } from '../storage.ts'
import { history } from './history.ts'

interface WholePortal {
  /** Loads it, for later: called as often as one likes. */
  load: () => void
  /** Loads it and shows it instead, at the address that is open. */
  enter: () => Promise<void>
}

/**
 * The router of the page that `/auth` is opened with: it knows the sign-in of somebody who is not signed in, and leaves
 * everything else to the whole portal, which it loads once that is wanted (decision 37).
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
    beforeLoad: ({ search, location }) => {
      const signedIn = storage.get('token') !== null
      if (signedIn || search.code !== undefined || isPopupReturn(search)) return portal.enter()
      return rememberTarget(search, location.state)
    },
    component: () => <SignIn onBegin={portal.load} />,
  })
  const elsewhere = createRoute({
    getParentRoute: () => root,
    path: '$',
    beforeLoad: portal.enter,
  })
  return createRouter({
    history,
    caseSensitive: true,
    routeTree: root.addChildren([start, auth, elsewhere]),
    parseSearch,
    stringifySearch,
    defaultErrorComponent: EntryError,
  })
}
