import { shownInstant } from './shown.ts'

/** What an event changed in one field, in words; empty where there was, or is, nothing. */
export interface FieldChange {
  label: string
  from: string
  to: string
}

/** What people call the fields that events keep; a field without a name goes by its own. */
const fieldNames: Readonly<Record<string, string>> = {
  accredit_id: 'Empresa (nº)',
  accredited_enable: 'Exibir para empresas',
  action_id: 'Ações (nº)',
  actions: 'Ações',
  active: 'Ativo',
  attempts: 'Tentativas',
  channel: 'Canal',
  code: 'Código',
  companies: 'Empresas',
  company_id: 'Empresa (nº)',
  created_at: 'Data de criação',
  description: 'Descrição',
  document: 'CNPJ',
  email: 'E-mail',
  ended_session_ids: 'Sessões encerradas',
  environment: 'Ambiente',
  failures: 'Falhas',
  federated: 'Login federado',
  format: 'Formato',
  function_id: 'Funções (nº)',
  functions: 'Funções',
  given: 'Perfis atribuídos',
  is_enable_spid: 'Habilitar múltiplos SPIDs',
  kind: 'Tipo',
  master_profile: 'Perfil master',
  method: 'Método',
  module_id: 'Módulo (nº)',
  name: 'Nome',
  operations: 'Operações',
  order: 'Ordem',
  path: 'Path',
  phone_number: 'Telefone',
  plan_id: 'Plano (nº)',
  profile_id: 'Perfil (nº)',
  protocol: 'Protocolo',
  record: 'Registro',
  refused: 'Recusado',
  rows: 'Linhas',
  search: 'Busca',
  seat_limit: 'Quantidade',
  secret_id: 'Secret (nº)',
  service_id: 'Serviço (nº)',
  sort: 'Ordenação',
  spid: 'SPID',
  spids: 'SPIDs',
  status: 'Status',
  suspended: 'Bloqueado',
  taken: 'Perfis retirados',
  url: 'Url',
  user_id: 'Usuário (nº)',
  user_profiles: 'Perfis do usuário',
}

/** What a save counts and stamps by itself says nothing of what was changed. */
const bookkeeping: ReadonlySet<string> = new Set(['version', 'updated_at', 'id'])

/** What an event changed, field by field, in the order in which the record keeps them. */
export function trailDifference(before: unknown, after: unknown): FieldChange[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((path) => {
    const [from, to] = [inWords(was.get(path)), inWords(is.get(path))]
    return from === to ? [] : [{ label: labelOf(path), from, to }]
  })
}

/** Everything that an event keeps, by its path: `name`, `invitation.email`; a value that is no object has no path. */
function fieldsOf(value: unknown, path = ''): Map<string, unknown> {
  if (value === null || value === undefined) return new Map()
  if (typeof value !== 'object' || Array.isArray(value)) return new Map([[path, value]])
  return new Map(
    Object.entries(value)
      .filter(([name]) => !bookkeeping.has(name))
      .flatMap(([name, each]: [string, unknown]) => [
        ...fieldsOf(each, path === '' ? name : `${path}.${name}`),
      ]),
  )
}

const labelOf = (path: string): string =>
  path === ''
    ? 'Valor'
    : path
        .split('.')
        .map((name) => fieldNames[name] ?? name)
        .join(' · ')

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

function inWords(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return instant.test(value) ? shownInstant(value) : value
  if (Array.isArray(value)) return value.map((each: unknown) => inWords(each)).join(', ')
  return Object.entries(value)
    .filter(([, each]) => each !== null)
    .map(([name, each]: [string, unknown]) => `${fieldNames[name] ?? name} ${inWords(each)}`)
    .join(' · ')
}
