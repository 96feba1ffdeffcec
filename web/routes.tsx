import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { z } from 'zod'
import { actions } from '../contract/actions.ts'
import { functions } from '../contract/functions.ts'
import { messages } from '../contract/messages.ts'
import { modules } from '../contract/modules.ts'
import { networkLocks } from '../contract/network-locks.ts'
import { profiles } from '../contract/profiles.ts'
import { services } from '../contract/services.ts'
import { actionFormSearch, arriveAtActionForm } from './actions/action-form-arrival.ts'
import { toSignIn } from './paths.ts'
import { arriveAtHome, homeSearch } from './sessions/home-arrival.ts'
import { ErrorScreen } from './frame/error-screen.tsx'
import { Frame } from './frame/frame.tsx'
import { idInSearch, listSearch } from './list/list-search.ts'
import { NotFoundScreen } from './frame/not-found-screen.tsx'
import { requireId } from './list/require-id.ts'
import { admit, type ScreenAccess } from './session-state/route-guard.ts'
import type { MenuPath } from './frame/menu-items.ts'
import { isScreenPath } from './session-state/screen-path.ts'
import { parseSearch, stringifySearch } from './list/search-params.ts'
import { validateStoredToken } from './session-state/token-validation.ts'
import { arriveAtSignIn, signInSearch } from './sign-in/auth-arrival.ts'

interface Screen<Search extends z.ZodObject | undefined> {
  /** The file of the screen, loaded when it is first opened; it is named like the last part of the address. */
  file: () => Promise<{ default: ComponentType }>
  /** The title of the document, and the last part of the breadcrumb. */
  title: string
  access: ScreenAccess
  /** The menu item that is marked while the screen is open, where the screen is no menu item itself. */
  section?: MenuPath
  search?: Search
  /** Runs before the guard and before anything is rendered, on what the address brings along, such as a code. */
  prepare?: (search: object) => Promise<void>
}

const root = createRootRoute({ component: Frame })

/** Declares a screen: its address, file, title and who may open it (portal.md §2). */
function screen<
  const Path extends `/${string}`,
  Search extends z.ZodObject | undefined = undefined,
>(path: Path, { file, title, access, section, search, prepare }: Screen<Search>) {
  return createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: search,
    staticData: { title, access, section },
    beforeLoad: async ({ cause, location }): Promise<void> => {
      // A change of the search parameters, such as the next page of a list, does not open the screen anew.
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
  screen('/reset_password', {
    file: () => import('./passwords/reset_password.tsx'),
    title: 'Recuperação de acesso',
    access: 'public',
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
  screen('/sessions', {
    file: () => import('./sessions/sessions.tsx'),
    title: 'Sessões ativas',
    access: 'signed-in',
  }),
  screen('/service-list', {
    file: () => import('./services/service-list.tsx'),
    title: 'Serviço',
    access: '/service-list',
    search: listSearch(services.serviceList.query),
  }),
  screen('/service-form', {
    file: () => import('./services/service-form.tsx'),
    title: 'Serviço',
    access: '/service-form',
    section: '/service-list',
    search: z.object({ id: idInSearch }),
  }),
  screen('/module-list', {
    file: () => import('./modules/module-list.tsx'),
    title: 'Módulo',
    access: '/module-list',
    section: '/service-list',
    search: listSearch(modules.moduleList.query).extend({ serviceId: idInSearch }),
    prepare: requireId('serviceId', '/service-list'),
  }),
  screen('/module-create', {
    file: () => import('./modules/module-create.tsx'),
    title: 'Cadastro de Módulo',
    access: '/module-create',
    section: '/service-list',
    search: z.object({ serviceId: idInSearch }),
    prepare: requireId('serviceId', '/service-list'),
  }),
  screen('/module-edit', {
    file: () => import('./modules/module-edit.tsx'),
    title: 'Edição de Módulo',
    access: '/module-edit',
    section: '/service-list',
    search: z.object({ id: idInSearch, serviceId: idInSearch }),
    prepare: requireId('id', '/service-list'),
  }),
  screen('/secret-management', {
    file: () => import('./modules/secret-management.tsx'),
    title: 'Gerenciamento de secret',
    access: '/secret-management',
    section: '/service-list',
    search: z.object({ moduleId: idInSearch, serviceId: idInSearch }),
    prepare: requireId('moduleId', '/service-list'),
  }),
  screen('/function-list', {
    file: () => import('./functions/function-list.tsx'),
    title: 'Função',
    access: '/function-list',
    search: listSearch(functions.functionList.query).extend({ module_id: idInSearch }),
  }),
  screen('/function-create', {
    file: () => import('./functions/function-create.tsx'),
    title: 'Cadastro de Função',
    access: '/function-create',
    section: '/function-list',
  }),
  screen('/function-edit', {
    file: () => import('./functions/function-edit.tsx'),
    title: 'Editar Função',
    access: '/function-edit',
    section: '/function-list',
    search: z.object({ id: idInSearch }),
    prepare: requireId('id', '/function-list'),
  }),
  screen('/action-list', {
    file: () => import('./actions/action-list.tsx'),
    title: 'Ações',
    access: '/action-list',
    section: '/function-list',
    search: listSearch(actions.actionList.query).extend({ functionId: idInSearch }),
    prepare: requireId('functionId', '/function-list'),
  }),
  screen('/action-form', {
    file: () => import('./actions/action-form.tsx'),
    title: 'Ação',
    access: '/action-form',
    section: '/function-list',
    search: actionFormSearch,
    prepare: arriveAtActionForm,
  }),
  screen('/profile-list', {
    file: () => import('./profiles/profile-list.tsx'),
    title: 'Perfil',
    access: '/profile-list',
    search: listSearch(profiles.profileList.query).extend({ module_id: idInSearch }),
  }),
  screen('/profile-create', {
    file: () => import('./profiles/profile-create.tsx'),
    title: 'Cadastro de perfil',
    access: '/profile-create',
    section: '/profile-list',
  }),
  screen('/profile-edit', {
    file: () => import('./profiles/profile-edit.tsx'),
    title: 'Edição de perfil',
    access: '/profile-edit',
    section: '/profile-list',
    search: z.object({ id: idInSearch }),
    prepare: requireId('id', '/profile-list'),
  }),
  screen('/profile-edit-function', {
    file: () => import('./profiles/profile-edit-function.tsx'),
    title: 'Alteração de funções do perfil',
    access: '/profile-edit-function',
    section: '/profile-list',
    search: z.object({ id: idInSearch }),
    prepare: requireId('id', '/profile-list'),
  }),
  screen('/message-list', {
    file: () => import('./messages/message-list.tsx'),
    title: 'Mensagens não entregues',
    access: '/message-list',
    search: listSearch(messages.messageList.query),
  }),
  screen('/network-list', {
    file: () => import('./locks/network-list.tsx'),
    title: 'Redes com espera',
    access: '/network-list',
    search: listSearch(networkLocks.networkLockList.query),
  }),
] as const

/**
 * Any other address: 'Página não encontrada'. Where the contract knows a screen of that address, the guard comes
 * first.
 */
const elsewhere = createRoute({
  getParentRoute: () => root,
  path: '$',
  staticData: { title: 'Página não encontrada' },
  beforeLoad: async ({ location }): Promise<void> => {
    if (isScreenPath(location.pathname)) await admit(location.pathname, location)
    else await validateStoredToken()
  },
  component: NotFoundScreen,
})

/** The router of the application. */
export const router = createRouter({
  // As the server, which answers any other spelling with a 404.
  caseSensitive: true,
  routeTree: root.addChildren([start, ...screens, elsewhere]),
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
    section?: MenuPath | undefined
  }
  interface HistoryState {
    /** The address that a person wanted when the guard sent them to the sign-in. */
    wanted?: string
    /** The person comes straight from the sign-in, so the access page does not ask again who they are. */
    justSignedIn?: boolean
  }
}
