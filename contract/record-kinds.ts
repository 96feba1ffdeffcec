import type { ScreenPath } from './screens.ts'

/** A kind of record with screens of its own. Breadcrumb, palette, history links and HOME can open its records. */
interface KindWithScreens {
  /** Portuguese name, shown in the audit log. The breadcrumb shows it while the name of a record is loading. */
  label: string
  list: ScreenPath
  /** Screen that opens one record. */
  form: ScreenPath
  /** Operation that reads the name of a record. For modules it must not be an operation that returns a secret. */
  read: `${string}Get`
  /** Search parameter for the id of such a record in the URLs of its sub-screens. */
  parameter: string | null
  /**
   * Kind of the parent record, and the search parameter with the parent's id. Only set if the URL of the form contains
   * that id.
   */
  owner?: { kind: string; parameter: string }
  /** True if the list opens a record only for users with its `update` action. The palette then does the same. */
  openedByList?: true
  /** Form for a new record. Only set if a list in the menu links to it. */
  create?: {
    form: ScreenPath
    label: string
    /** Only administrators may create such a record, whatever grants others have (decisions 25 and 26). */
    administratorsOnly?: true
  }
}

/** A kind of record that has no screens and appears only in the audit log. */
interface KindWithoutScreens {
  label: string
  /** True if records of this kind have names and a scope, declared in `recordTables` (server). */
  named?: true
  form?: never
}

/**
 * All kinds of records, by the name that stored audit events use: `service` in `service:12`. A kind with screens also
 * needs entries in `recordTables` (server) and `recordLinks` (web); the compiler reports a missing one.
 */
export const recordKinds = {
  company: {
    label: 'Empresa',
    list: '/company-list',
    form: '/company-form',
    read: 'companyGet',
    parameter: null,
    create: { form: '/company-form', label: 'Nova Empresa', administratorsOnly: true },
  },
  plan: {
    label: 'Plano',
    list: '/plan-list',
    form: '/plan-form',
    read: 'planGet',
    parameter: 'planId',
    create: { form: '/plan-form', label: 'Novo Plano', administratorsOnly: true },
  },
  service: {
    label: 'Serviço',
    list: '/service-list',
    form: '/service-form',
    read: 'serviceGet',
    parameter: 'serviceId',
    openedByList: true,
    create: { form: '/service-form', label: 'Novo Serviço' },
  },
  module: {
    label: 'Módulo',
    list: '/module-list',
    form: '/module-edit',
    read: 'moduleGet',
    parameter: 'moduleId',
    owner: { kind: 'service', parameter: 'serviceId' },
    openedByList: true,
  },
  function: {
    label: 'Função',
    list: '/function-list',
    form: '/function-edit',
    read: 'functionGet',
    parameter: 'functionId',
    openedByList: true,
    create: { form: '/function-create', label: 'Nova Função' },
  },
  action: {
    label: 'Ação',
    list: '/action-list',
    form: '/action-form',
    read: 'actionGet',
    parameter: 'actionId',
    owner: { kind: 'function', parameter: 'functionId' },
  },
  profile: {
    label: 'Perfil',
    list: '/profile-list',
    form: '/profile-edit',
    read: 'profileGet',
    parameter: null,
    create: { form: '/profile-create', label: 'Novo Perfil' },
  },
  user: {
    label: 'Usuário',
    list: '/user-list',
    form: '/user-edit',
    read: 'userGet',
    parameter: null,
    create: { form: '/user-create', label: 'Novo usuário' },
  },
  'separation-rule': {
    label: 'Regra de incompatibilidade',
    list: '/separation-rule-list',
    form: '/separation-rule-form',
    read: 'separationRuleGet',
    parameter: null,
    create: {
      form: '/separation-rule-form',
      label: 'Nova regra de incompatibilidade',
      administratorsOnly: true,
    },
  },
  'plan-module': { label: 'Módulo de plano', named: true },
  'loose-plan': { label: 'Plano avulso', named: true },
  session: { label: 'Sessão' },
  import: { label: 'Importação' },
  message: { label: 'Mensagem' },
  network: { label: 'Rede' },
  email: { label: 'E-mail' },
  list: { label: 'Lista' },
  account: { label: 'E-mail sem conta' },
  'data-request': { label: 'Pedido de correção' },
  'access-review': { label: 'Revisão de acessos' },
  'access-request': { label: 'Pedido de acesso', named: true },
  'audit-event': { label: 'Evento' },
  'audit-chain': { label: 'Cadeia anterior' },
} as const satisfies Record<string, KindWithScreens | KindWithoutScreens>

export type RecordKind = keyof typeof recordKinds
type KindsWith<Declared> = {
  [K in RecordKind]: (typeof recordKinds)[K] extends Declared ? K : never
}[RecordKind]

/** Kinds that breadcrumb, palette and HOME can show. */
export type ScreenKind = KindsWith<{ form: ScreenPath }>
/** Kinds whose records have names and a scope. */
export type NamedKind = ScreenKind | KindsWith<{ named: true }>

const isScreenKind = (kind: RecordKind): kind is ScreenKind => 'form' in recordKinds[kind]

/** Kinds with screens. The palette offers their forms in this order. */
// `Object.keys` does not keep the key types; the cast restores them.
export const screenKinds: readonly ScreenKind[] = (Object.keys(recordKinds) as RecordKind[]).filter(
  isScreenKind,
)

/** Returns the declaration of a kind with screens, typed with its optional fields. */
export const screensOf = (kind: ScreenKind): KindWithScreens => recordKinds[kind]
