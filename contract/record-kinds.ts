import type { ScreenPath } from './screens.ts'

/** A kind of record with screens: breadcrumb, palette, history links and HOME open its records. */
interface KindWithScreens {
  /** Portuguese name, in the audit log, and in the breadcrumb while the name of a record is not loaded. */
  label: string
  list: ScreenPath
  /** Screen that opens one record. */
  form: ScreenPath
  /** Operation that reads one record with its name. For a module this must not be one that returns a secret. */
  read: `${string}Get`
  /** Search parameter that holds the id of such a record in the URLs of screens below it. */
  parameter: string | null
  /**
   * Kind of the record that contains this one, and the search parameter with its id. Only if the URL of the form has it.
   */
  owner?: { kind: string; parameter: string }
  /** The palette offers a record only to users with the `update` action of the list, as the list itself does. */
  openedByList?: true
  /** Form for a new record, if a list of the menu opens it. */
  create?: {
    form: ScreenPath
    label: string
    /** Reserved to administrators, whatever the grants (decisions 25 and 26). */
    administratorsOnly?: true
  }
}

/** A kind of record that is only named, in the audit log. */
interface KindWithoutScreens {
  label: string
  /** Such records have names and a scope: `recordTables` (server). */
  named?: true
  form?: never
}

/**
 * All kinds of records, as the audit log names them: `service` gives `service:12`. Stored events contain these names.
 * The compiler asks for what else a kind with screens needs: `recordTables` (server) and `recordLinks` (web).
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
  'plan-module': { label: 'Módulo de plano', named: true },
  'loose-plan': { label: 'Plano avulso', named: true },
  session: { label: 'Sessão' },
  import: { label: 'Importação' },
  message: { label: 'Mensagem' },
  network: { label: 'Rede' },
  email: { label: 'E-mail' },
  list: { label: 'Lista' },
  'data-request': { label: 'Pedido de correção' },
  'audit-event': { label: 'Evento' },
  'audit-chain': { label: 'Cadeia anterior' },
} as const satisfies Record<string, KindWithScreens | KindWithoutScreens>

export type RecordKind = keyof typeof recordKinds
type KindsWith<Declared> = {
  [K in RecordKind]: (typeof recordKinds)[K] extends Declared ? K : never
}[RecordKind]

/** Kinds that breadcrumb, palette and HOME know; HOME shows their changes. */
export type ScreenKind = KindsWith<{ form: ScreenPath }>
/** Kinds whose records have names and a scope. */
export type NamedKind = ScreenKind | KindsWith<{ named: true }>

const isScreenKind = (kind: RecordKind): kind is ScreenKind => 'form' in recordKinds[kind]

/** Kinds with screens, in the order of the forms that the palette offers. */
// The cast restores the keys that `Object.keys` loses.
export const screenKinds: readonly ScreenKind[] = (Object.keys(recordKinds) as RecordKind[]).filter(
  isScreenKind,
)

/** Returns a kind with screens, with its optional parts. */
export const screensOf = (kind: ScreenKind): KindWithScreens => recordKinds[kind]
