import { startCall } from '../api/api-client.ts'
import { storage } from '../storage.ts'
import { accessSearch } from '../access/use-access-choice.ts'
import { prepareHome, homeSearch } from '../home/prepare-home.ts'
import { prepareSignIn } from '../sign-in/prepare-sign-in.ts'
import { emailChangeSearch } from '../sign-in/email-change-search.ts'
import { signInSearch } from '../sign-in/sign-in-search.ts'
import { screen } from './screen-route.ts'

/** Starts reading what the user may access, with the token of the sign-in. */
function readInitialPermissions() {
  const token = storage.get('initial_token')
  return token === null
    ? []
    : [startCall('userInitialPermissions', { token, body: { access_token: token } })]
}

/** Sign-in, own session and landing page (portal.md §2). */
export const sessionScreens = [
  screen('/auth', {
    file: () => import('../sign-in/auth.tsx'),
    title: 'Acesse sua conta',
    help: '/ajuda/primeiro-acesso',
    access: 'public',
    search: signInSearch,
    prepare: prepareSignIn,
  }),
  screen('/logout', {
    file: () => import('../sessions/logout.tsx'),
    title: 'Sair',
    help: '/ajuda/primeiro-acesso',
    access: 'public',
  }),
  screen('/access-page', {
    file: () => import('../access/access-page.tsx'),
    title: 'Página de Acesso',
    help: '/ajuda/pagina-de-acesso',
    access: 'signed-in',
    search: accessSearch,
    reads: readInitialPermissions,
  }),
  screen('/reset_password', {
    file: () => import('../sign-in/reset_password.tsx'),
    title: 'Recuperação de acesso',
    help: '/ajuda/esqueci-a-senha',
    access: 'public',
  }),
  screen('/email-change', {
    file: () => import('../sign-in/email-change.tsx'),
    title: 'Alteração de e-mail',
    help: '/ajuda/alterar-e-mail',
    access: 'public',
    search: emailChangeSearch,
  }),
  screen('/not-me', {
    file: () => import('../sign-in/not-me.tsx'),
    title: 'Não fui eu',
    help: '/ajuda/esqueci-a-senha',
    access: 'public',
  }),
  screen('/unallowed', {
    file: () => import('../sessions/unallowed.tsx'),
    title: 'Não autorizado',
    help: '/ajuda/por-que',
    access: 'public',
  }),
  screen('/home', {
    file: () => import('../home/home.tsx'),
    title: 'Início',
    help: '/ajuda',
    access: 'signed-in',
    crumb: { label: 'Início' },
    search: homeSearch,
    reads: () => [startCall('homeGet')],
    prepare: prepareHome,
  }),
  screen('/status', {
    file: () => import('../sessions/status.tsx'),
    title: 'Sua sessão',
    help: '/ajuda/auditoria-e-dados',
    access: 'signed-in',
    reads: () => [startCall('userValidate')],
  }),
  screen('/my-account', {
    file: () => import('../my-account/my-account.tsx'),
    title: 'Minha conta',
    help: '/ajuda/chave-de-acesso',
    access: 'signed-in',
    reads: () => [
      startCall('emailChangeGet'),
      startCall('recoveryList'),
      startCall('passkeyList'),
      startCall('factorList'),
    ],
  }),
  screen('/sessions', {
    file: () => import('../sessions/sessions.tsx'),
    title: 'Sessões ativas',
    help: '/ajuda/auditoria-e-dados',
    access: 'signed-in',
    reads: () => [startCall('userSessionList')],
  }),
] as const
