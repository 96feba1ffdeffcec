/** Areas of the audit log, by the first part of an event name (`service` of `service.created`). */
const areas: Readonly<Record<string, readonly string[]>> = {
  Empresas: ['company', 'operator'],
  Usuários: ['user', 'user-profile', 'api-token', 'delegation', 'access-review', 'access-request'],
  Perfis: ['profile', 'profile-function', 'separation-rule', 'separation-exception'],
  Planos: ['plan', 'plan-module', 'plan-company', 'loose-plan'],
  'Serviços e módulos': ['service', 'module', 'module-secret'],
  'Funções e ações': ['function', 'action', 'function-action'],
  'Login e senhas': [
    'sign-in',
    'password',
    'passkey',
    'totp',
    'recovery-code',
    'email-change',
    'recovery',
    'account',
    'federation',
    'session',
    'identity',
    'favourite',
  ],
  'Importações e exportações': ['import', 'list'],
  'Dados pessoais': ['my-data', 'data-request'],
}

/** Group of operations that belong to no kind of record. */
export const otherArea = 'Sistema'

/** Labels of the groups of operations, in display order. */
export const areaNames: readonly string[] = [...Object.keys(areas), otherArea]

const partOf = (event: string): string => event.split('.', 1)[0] ?? ''

/** Returns the label of the group of an event. */
export const areaOf = (event: string): string =>
  Object.entries(areas).find(([, names]) => names.includes(partOf(event)))?.[0] ?? otherArea

/**
 * Events that change no record (decision 76): reads, and, by the first part of their names, sign-ins, sessions,
 * confirmations of identity, favourites and saved views. The event of a write also contains its confirmation.
 */
export const areasWithoutChanges = [
  'sign-in',
  'federation',
  'session',
  'identity',
  'favourite',
  'list-view',
] as const
export const eventsWithoutChanges = [
  'list.exported',
  'my-data.downloaded',
  'module-secret.read',
  'password.recovery-asked',
] as const
