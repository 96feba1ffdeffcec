import { helpPages } from './help-pages.ts'

/**
 * Screens of the console that need a grant, and their actions. In the catalogue, these are the front functions of
 * module 1 and their actions (rulings §5). Server and web use this table.
 */
export const screens = {
  '/company-list': { name: 'Empresas', actions: ['create', 'update'] },
  '/company-form': { name: 'Formulário de empresa', actions: ['create', 'update'] },
  // Not in the specification (decision 33).
  '/operator-create': { name: 'Nova operadora', actions: ['create'] },
  '/service-list': { name: 'Serviços', actions: ['create', 'update'] },
  '/service-form': { name: 'Formulário de serviço', actions: ['create', 'update'] },
  '/module-list': { name: 'Módulos', actions: ['create', 'update', 'secret'] },
  '/module-create': { name: 'Cadastro de módulo', actions: ['create'] },
  '/module-edit': { name: 'Edição de módulo', actions: ['update'] },
  '/secret-management': { name: 'Gerenciamento de secret', actions: ['create', 'delete'] },
  '/function-list': { name: 'Funções', actions: ['create', 'update'] },
  '/function-create': { name: 'Cadastro de função', actions: ['create'] },
  '/function-edit': { name: 'Edição de função', actions: ['update'] },
  '/action-list': { name: 'Ações', actions: ['create', 'update', 'delete'] },
  '/action-form': { name: 'Formulário de ação', actions: ['create', 'update'] },
  '/plan-list': { name: 'Planos', actions: ['create', 'update'] },
  '/plan-form': { name: 'Formulário de plano', actions: ['create', 'update'] },
  '/plan-module-manager': {
    name: 'Plano x sistema x módulo',
    actions: ['create', 'update', 'delete'],
  },
  '/plan-module-manager-form': {
    name: 'Formulário de plano x módulo',
    actions: ['create', 'update'],
  },
  '/plan-company-manager': { name: 'Plano x empresa', actions: ['update'] },
  '/plan-loose': { name: 'Plano avulso', actions: ['create', 'update', 'delete'] },
  '/plan-loose-form': { name: 'Formulário de plano avulso', actions: ['create', 'update'] },
  '/profile-list': { name: 'Perfis', actions: ['create', 'update'] },
  '/profile-create': { name: 'Cadastro de perfil', actions: ['create'] },
  '/profile-edit': { name: 'Edição de perfil', actions: ['update', 'delete', 'activate'] },
  '/profile-edit-function': { name: 'Funções do perfil', actions: ['update'] },
  '/user-list': { name: 'Usuários', actions: ['create', 'update'] },
  '/user-create': { name: 'Cadastro de usuário', actions: ['create'] },
  '/user-edit': {
    name: 'Edição de usuário',
    actions: ['update', 'block', 'delete', 'activate', 'reset-password', 'unlock', 'end-session'],
  },
  '/user-edit-profile': { name: 'Perfis do usuário', actions: ['update'] },
  '/token-management': { name: 'Tokens do usuário', actions: ['create', 'delete'] },
  '/master-delegation': { name: 'Delegação de usuário master', actions: ['create', 'delete'] },
  // Not in the specification (decision 101). Deciding needs the action of '/user-edit-profile'.
  '/request-list': { name: 'Pedidos de acesso', actions: [] },
  // Not in the specification (decisions 17, 40 and 8). The group 'Acompanhamento' of the side menu links to them
  // (decision 67).
  '/message-list': { name: 'Mensagens não entregues', actions: ['retry'] },
  '/audit-list': { name: 'Auditoria', actions: [] },
  '/network-list': { name: 'Redes com espera', actions: ['unlock'] },
  // Not in the specification: separation of duties (decision 102).
  '/separation-rule-list': { name: 'Incompatibilidades', actions: ['create', 'update'] },
  '/separation-rule-form': {
    name: 'Formulário de incompatibilidade',
    actions: ['create', 'update'],
  },
  // Not in the specification (decision 105). Deciding needs the action of '/user-edit-profile'.
  '/review-list': { name: 'Revisões de acesso', actions: ['create'] },
  // Not in the specification: personal data, for administrators (decision 42).
  '/data-request-list': { name: 'Pedidos de titulares', actions: ['answer'] },
  '/erasure-list': { name: 'Dados a apagar', actions: ['erase'] },
} as const satisfies Record<`/${string}`, { name: string; actions: readonly string[] }>

export type ScreenPath = keyof typeof screens
export type ScreenAction<S extends ScreenPath> = (typeof screens)[S]['actions'][number]

/** Screens that need no sign-in (portal.md §2), and the help (decision 78). */
export const publicScreens: readonly string[] = [
  '/auth',
  '/reset_password',
  '/email-change',
  '/not-me',
  '/ajuda',
  ...Object.keys(helpPages),
]

/**
 * Screens that every signed-in user may open without a grant (portal.md §2). `/sessions`, `/company-invitations`,
 * `/my-data` and `/my-account` are not in the specification (decisions 16, 29, 42 and 93).
 */
export const openScreens = [
  '/access-page',
  '/home',
  '/status',
  '/sessions',
  '/company-invitations',
  '/my-data',
  '/my-account',
  '/unallowed',
  '/logout',
] as const

/** Screens that need the grant of another screen, the form or list of their records. */
export const screenGrantAliases = {
  '/company-import': '/company-form',
  '/plan-loose-import': '/plan-loose-form',
  '/user-seats': '/user-list',
  '/user-import': '/user-create',
  '/data-request-form': '/data-request-list',
  '/review-form': '/review-list',
  '/review-create': '/review-list',
  '/erasure-form': '/erasure-list',
  '/request-form': '/request-list',
} as const satisfies Record<`/${string}`, ScreenPath>

/**
 * Items of the side menu, in order. An item is visible only if the token
 * contains its path (portal.md §2).
 */
export const menu = [
  {
    path: '/plan-loose',
    label: 'Plano Avulso',
  },
  {
    path: '/plan-list',
    label: 'Plano',
  },
  { path: '/company-list', label: 'Empresa' },
  {
    path: '/service-list',
    label: 'Serviço',
  },
  { path: '/user-list', label: 'Usuário' },
  {
    path: '/profile-list',
    label: 'Perfil',
  },
  { path: '/function-list', label: 'Função' },
  {
    path: '/master-delegation',
    label: 'Delegação de usuário master',
  },
  { path: '/separation-rule-list', label: 'Incompatibilidade' },
] as const satisfies readonly { path: ScreenPath; label: string }[]
