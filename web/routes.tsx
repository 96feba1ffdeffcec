import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { z } from 'zod'
import { toSignIn } from './paths.ts'
import { arriveAtHome, homeSearch } from './sessions/home-arrival.ts'
import { ErrorScreen } from './shared/error-screen.tsx'
import { Frame } from './shared/frame.tsx'
import { NotFoundScreen } from './shared/not-found-screen.tsx'
import { admit, type ScreenAccess } from './shared/route-guard.ts'
import { parseSearch, stringifySearch } from './shared/search-params.ts'
import { validateStoredToken } from './shared/token-validation.ts'
import { arriveAtSignIn, signInSearch } from './sign-in/auth-arrival.ts'

interface Screen<Search extends z.ZodObject | undefined> {
  /** Loaded when first opened; the file's name is the last part of the address (house rule 1). */
  file: () => Promise<{ default: ComponentType }>
  /** Of the document, and where the breadcrumb ends. */
  title: string
  access: ScreenAccess
  search?: Search
  /** Deals with what the address brings along, such as a code, before the guard and before anything is rendered. */
  prepare?: (search: object) => Promise<void>
}

const root = createRootRoute({ component: Frame, notFoundComponent: NotFoundScreen })

/** Declares a screen: its address, file, title and who may open it (portal.md §2). */
function screen<
  const Path extends `/${string}`,
  Search extends z.ZodObject | undefined = undefined,
>(path: Path, { file, title, access, search, prepare }: Screen<Search>) {
  return createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: search,
    staticData: { title, access },
    beforeLoad: async ({ cause, location }): Promise<void> => {
      // Another page of the same list is not another screen.
      if (cause === 'stay') return
      if (access === 'public') await validateStoredToken()
      await prepare?.(location.search)
      if (access !== 'public') await admit(access, location)
    },
    component: lazyRouteComponent(file),
  })
}

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ ...toSignIn(), replace: true })
  },
})

/** Every screen there is; the order is that of portal.md §2. */
const screens = [
  screen('/auth', {
    file: () => import('./sign-in/auth.tsx'),
    title: 'Acesse sua conta',
    access: 'public',
    search: signInSearch,
    prepare: arriveAtSignIn,
  }),
  screen('/logout', {
    file: () => import('./sessions/logout.tsx'),
    title: 'Sair',
    access: 'public',
  }),
  screen('/access-page', {
    file: () => import('./access/access-page.tsx'),
    title: 'Página de Acesso',
    access: 'signed-in',
  }),
  screen('/unallowed', {
    file: () => import('./sessions/unallowed.tsx'),
    title: 'Não autorizado',
    access: 'public',
  }),
  screen('/home', {
    file: () => import('./sessions/home.tsx'),
    title: 'Home',
    access: 'signed-in',
    search: homeSearch,
    prepare: arriveAtHome,
  }),
  screen('/status', {
    file: () => import('./sessions/status.tsx'),
    title: 'Sua sessão',
    access: 'signed-in',
  }),
] as const

/** The router of the application. */
export const router = createRouter({
  routeTree: root.addChildren([start, ...screens]),
  parseSearch,
  stringifySearch,
  defaultErrorComponent: ErrorScreen,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    title?: string
    access?: ScreenAccess
  }
  interface HistoryState {
    /** Where the guard found a person who first had to sign in. */
    wanted?: string
  }
}
