import { shownInstant } from './shown.ts'

/** What an event changed in one field, in words; empty where there was, or is, nothing. */
export interface FieldChange {
  label: string
  from: string
  to: string
}

/** What people call the fields that events keep; a field without a name goes by its own. */
const fieldNames: Readonly<Record<string, string>> = {
  accepted: 'Aceito',
  accredit_id: 'Empresa (nº)',
  accredited_enable: 'Exibir para empresas',
  action_id: 'Ações (nº)',
  actions: 'Ações',
  active: 'Ativo',
  answered_at: 'Respondido em',
  api_token_id: 'Token (nº)',
  attempts: 'Tentativas',
  begin_date: 'Data de início',
  channel: 'Canal',
  code: 'Código',
  companies: 'Empresas',
  company_id: 'Empresa (nº)',
  content_type: 'Tipo de arquivo',
  created_at: 'Data de criação',
  delegation_id: 'Delegação (nº)',
  delegations: 'Delegações',
  delegations_ended: 'Delegações encerradas (nº)',
  description: 'Descrição',
  digest: 'Resumo do conteúdo',
  document: 'CNPJ',
  email: 'E-mail',
  end_date: 'Data de fim',
  ended_session_ids: 'Sessões encerradas',
  environment: 'Ambiente',
  expires_at: 'Data de fim',
  failures: 'Falhas',
  federated: 'Login federado',
  field: 'Dado',
  file_name: 'Arquivo',
  format: 'Formato',
  function_id: 'Funções (nº)',
  functions: 'Funções',
  given: 'Perfis atribuídos',
  is_enable_spid: 'Habilitar múltiplos SPIDs',
  issuer: 'Provedor de identidade',
  kind: 'Tipo',
  known_device: 'Dispositivo conhecido',
  locked_until: 'Em espera até',
  mailed: 'Mensagem enviada',
  master_profile: 'Perfil master',
  method: 'Método',
  module_id: 'Módulo (nº)',
  name: 'Nome',
  network: 'Rede',
  operations: 'Operações',
  order: 'Ordem',
  path: 'Path',
  phone_number: 'Telefone',
  plan_id: 'Plano (nº)',
  profile_id: 'Perfil (nº)',
  profiles: 'Perfis (nº)',
  protocol: 'Protocolo',
  purpose: 'Finalidade',
  read_secret_id: 'Secret lida (nº)',
  reason: 'Motivo',
  record: 'Registro',
  refused: 'Recusado',
  revoked_api_token_id: 'Token revogado (nº)',
  rows: 'Linhas',
  search: 'Busca',
  seat_limit: 'Quantidade',
  secret_id: 'Secret (nº)',
  service_id: 'Serviço (nº)',
  sha256: 'SHA-256 do arquivo',
  slot: 'Posição',
  sort: 'Ordenação',
  spid: 'SPID',
  spids: 'SPIDs',
  state: 'Estado',
  status: 'Status',
  suspended: 'Bloqueado',
  taken: 'Perfis retirados',
  totals: 'Totais',
  trail_values: 'Valores apagados da auditoria',
  url: 'Url',
  user_id: 'Usuário (nº)',
  user_profiles: 'Perfis do usuário',
}

/** What people call the ways by which a code or a message goes out. */
const channels: Readonly<Record<string, string>> = {
  email: 'E-mail',
  EMAIL_OTP: 'E-mail',
  sms: 'SMS',
  SMS_MFA: 'SMS',
}

/** What a save counts and stamps by itself says nothing of what was changed. */
const bookkeeping: ReadonlySet<string> = new Set(['version', 'updated_at', 'id'])

/** What an event changed, field by field, in the order in which the record keeps them. */
export function trailDifference(before: unknown, after: unknown): FieldChange[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((path) => {
    const [from, to] = [valueOf(path, was.get(path)), valueOf(path, is.get(path))]
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

function valueOf(path: string, value: unknown): string {
  const words = inWords(value)
  return path === 'channel' ? (channels[words] ?? words) : words
}

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
