import { accessSearch } from '../access/use-access-choice.ts'
import { prepareHome, homeSearch } from '../home/prepare-home.ts'
import { prepareSignIn } from '../sign-in/prepare-sign-in.ts'
import { signInSearch } from '../sign-in/sign-in-search.ts'
import { screen } from './screen-route.ts'

/** Sign-in, own session and landing page (portal.md §2). */
export const sessionScreens = [
  screen('/auth', {
    file: () => import('../sign-in/auth.tsx'),
    title: 'Acesse sua conta',
    access: 'public',
    search: signInSearch,
    prepare: prepareSignIn,
  }),
  screen('/logout', {
    file: () => import('../sessions/logout.tsx'),
    title: 'Sair',
    access: 'public',
  }),
  screen('/access-page', {
    file: () => import('../access/access-page.tsx'),
    title: 'Página de Acesso',
    access: 'signed-in',
    search: accessSearch,
  }),
  screen('/reset_password', {
    file: () => import('../sign-in/reset_password.tsx'),
    title: 'Recuperação de acesso',
    access: 'public',
  }),
  screen('/unallowed', {
    file: () => import('../sessions/unallowed.tsx'),
    title: 'Não autorizado',
    access: 'public',
  }),
  screen('/home', {
    file: () => import('../home/home.tsx'),
    title: 'Início',
    access: 'signed-in',
    crumb: { label: 'Início' },
    search: homeSearch,
    prepare: prepareHome,
  }),
  screen('/status', {
    file: () => import('../sessions/status.tsx'),
    title: 'Sua sessão',
    access: 'signed-in',
  }),
  screen('/sessions', {
    file: () => import('../sessions/sessions.tsx'),
    title: 'Sessões ativas',
    access: 'signed-in',
  }),
] as const
