import { accessRequestStates } from './access-requests.ts'
import { apiTokenStateLabels } from './api-tokens.ts'
import { accessReviewStates, reviewerNames, reviewItemStates } from './access-reviews.ts'
import { dataRequestFilters } from './data-requests.ts'
import { correctionFields } from './correction-fields.ts'
import { functionEnvironmentNames } from './functions.ts'
import { importKinds } from './import-kinds.ts'
import { importStates, outcomeLabels } from './imports.ts'
import { viewedListNames } from './viewed-lists.ts'
import { lockKindNames } from './locks.ts'
import { messageStateLabels } from './messages.ts'
import { networkLockKinds } from './network-locks.ts'
import { type RecordKind, recordKinds, screenKinds } from './record-kinds.ts'
import { separationKinds } from './separation-rules.ts'
import { signInPolicyNames } from './sign-in-policies.ts'
import { pendingMatters } from './user-search.ts'

/** Kinds of records that events reference by id. */
type ReferredKind = RecordKind | 'api-token'

type Words = Readonly<Record<string, string>>

/** Label of an audit field and format of its value. Without a format the value is shown as stored. */
export interface AuditField {
  label: string
  /** Set if the value is the id of a record: the kind of that record, whose name is then shown. */
  of?: ReferredKind
  /** The value is the number of something without a name and is shown as `nº 12`. */
  numbered?: true
  /** Labels of an enumerated value. */
  words?: Words
  /** Special format of the value. */
  as?:
    | 'call'
    | 'cnpj'
    | 'column'
    | 'day'
    | 'operation'
    | 'phone'
    | 'problem'
    | 'reason'
    | 'record'
    | 'short-id'
}

const text = (label: string): AuditField => ({ label })
const referring = (label: string, of: ReferredKind): AuditField => ({ label, of })
const numbered = (label: string): AuditField => ({ label, numbered: true })
const word = (label: string, words: Words): AuditField => ({ label, words })

const yesOrNo: Words = { 0: 'Não', 1: 'Sim' }
const activeOrNot: Words = { 0: 'Inativo', 1: 'Ativo' }
/** Labels of the status of users and profiles, which can be deleted but not inactive (console.md §4). */
const deletedOrNot: Words = { 0: 'Excluído', 1: 'Ativo' }
const importNames: Words = Object.fromEntries(
  Object.entries(importKinds).map(([kind, { name }]) => [kind, `Importação de ${name}`]),
)

/** Fields that contain the id of a record, such as `service_id`. */
const idFields = Object.fromEntries(
  screenKinds.map((kind) => [
    `${kind.replaceAll('-', '_')}_id`,
    referring(recordKinds[kind].label, kind),
  ]),
)
/** Filter `id` of each list, by list. */
const idFilters = Object.fromEntries(
  screenKinds.map((kind) => [
    `list:${recordKinds[kind].read.replace(/Get$/, 'List')}`,
    { id: referring(recordKinds[kind].label, kind) },
  ]),
)

/** Fields by name, for all events. */
const fields: Readonly<Record<string, AuditField>> = {
  ...idFields,
  accepted: text('Aceito'),
  accredit_id: referring('Empresa', 'company'),
  accredited_enable: text('Exibir para empresas'),
  action_id: referring('Ações', 'action'),
  actions: text('Ações'),
  active: text('Ativo'),
  answered_at: text('Respondido em'),
  access_review_id: numbered('Revisão de acessos'),
  api_token_id: referring('Token', 'api-token'),
  assignment_days_max: text('Prazo máximo dos perfis, em dias'),
  attempts: text('Tentativas'),
  backup_taken_at: text('Data da cópia de segurança'),
  backup_version: text('Versão da cópia de segurança'),
  begin_at: text('Data de início'),
  begin_date: text('Data de início'),
  awaits_me: word('Espera por você', yesOrNo),
  cancelled_email_change: word('Alteração de e-mail cancelada', yesOrNo),
  cancelled_recoveries: text('Recuperações canceladas'),
  change_hash: text('SHA-256 do que foi aprovado'),
  channel: word('Canal', {
    email: 'E-mail',
    EMAIL_OTP: 'E-mail',
    sms: 'SMS',
    SMS_MFA: 'SMS',
    WEB_AUTHN: 'Chave de acesso',
    SOFTWARE_TOKEN_MFA: 'Aplicativo autenticador',
    RECOVERY_CODE: 'Código de recuperação',
  }),
  code: text('Código'),
  companies: referring('Empresas', 'company'),
  company: referring('Empresa', 'company'),
  companyId: referring('Empresa', 'company'),
  conditions: text('Condições'),
  counter_decreased: text('Contador de usos da chave diminuiu'),
  content_type: word('Tipo de arquivo', {
    'image/jpeg': 'Imagem JPEG',
    'image/png': 'Imagem PNG',
    'image/svg+xml': 'Imagem SVG',
    'image/webp': 'Imagem WebP',
  }),
  create_user: text('Criado por'),
  created_at: text('Data de criação'),
  deadline: { label: 'Prazo', as: 'day' },
  delegation_id: numbered('Delegação'),
  delegations: numbered('Delegações'),
  delegations_ended: numbered('Delegações encerradas'),
  deleted_at: text('Data de exclusão'),
  description: text('Descrição'),
  digest: text('Resumo do conteúdo'),
  document: { label: 'CNPJ', as: 'cnpj' },
  due: word('Prazo vencido', yesOrNo),
  due_at: text('Prazo'),
  email: text('E-mail'),
  end_at: text('Data de fim'),
  end_date: text('Data de fim'),
  encrypted_values: text('Segredos criptografados'),
  ended_sessions: text('Sessões encerradas'),
  ended_session_ids: { label: 'Sessões encerradas', as: 'short-id' },
  environment: word('Ambiente', functionEnvironmentNames),
  exceptions: text('Exceções'),
  expiration_date: text('Data de fim'),
  expires_at: text('Data de fim'),
  failures: text('Falhas'),
  federated: text('Login federado'),
  field: word('Dado', correctionFields),
  file_name: text('Arquivo'),
  format: word('Formato', { csv: 'CSV', json: 'JSON', jsonl: 'JSON Lines' }),
  function_id: referring('Funções', 'function'),
  functions: text('Funções'),
  given: text('Perfis atribuídos'),
  id: numbered('Registro'),
  invited: word('Primeiro acesso pendente', yesOrNo),
  is_enable_spid: text('Habilitar múltiplos SPIDs'),
  issuer: text('Provedor de identidade'),
  kind: text('Tipo'),
  known_device: text('Dispositivo conhecido'),
  last_access_at: text('Último acesso'),
  last_used_at: text('Último uso'),
  limit: text('Quantidade'),
  line: text('Linha'),
  linked: text('Vínculo criado'),
  list: word('Lista', viewedListNames),
  list_view_id: numbered('Visão'),
  locked_until: text('Em espera até'),
  mailbox: word('Caixa de entrada', { old: 'Do e-mail atual', new: 'Do e-mail novo' }),
  mailed: text('Mensagem enviada'),
  notice: text('Aviso'),
  password_kept: text('Senha atual mantida até o uso da temporária'),
  master_profile: text('Perfil master'),
  method: text('Método'),
  module: text('Módulo'),
  name: text('Nome'),
  network: text('Rede'),
  next_attempt_at: text('Próxima tentativa'),
  no_access: word('Sem acesso há 90 dias', yesOrNo),
  no_factor: word('Sem segundo fator', yesOrNo),
  only: word('Mostrar', { changes: 'Só mudanças' }),
  operation: { label: 'Operação', as: 'operation' },
  operations: { label: 'Operações', as: 'call' },
  order: word('Ordem', { asc: 'Crescente', desc: 'Decrescente' }),
  outcome: word('Resultado', outcomeLabels),
  part_of: numbered('Partes do evento'),
  passkey: text('Chave de acesso'),
  passkey_id: numbered('Identificação da chave'),
  path: text('Path'),
  period: text('Prazo'),
  'period.begin_date': { label: 'Data de início', as: 'day' },
  'period.end_date': { label: 'Data de fim', as: 'day' },
  'period.reason': text('Motivo'),
  phone_number: { label: 'Telefone', as: 'phone' },
  profiles: referring('Perfis', 'profile'),
  protocol: text('Protocolo'),
  purpose: word('Finalidade', { 'sign-in': 'Login', validating: 'Confirmação de identidade' }),
  read_secret_id: numbered('Secret lida'),
  reason: { label: 'Motivo', as: 'reason' },
  recipient: text('Destinatário'),
  record: { label: 'Registro', as: 'record' },
  recovery: word('Recuperação', {
    password: 'Nova senha',
    factors: 'Remoção de chaves, aplicativo e códigos',
  }),
  recovery_reason: text('Motivo'),
  refused: { label: 'Recusado', as: 'problem' },
  remembered_until: text('Esquecida em'),
  removed_passkeys: text('Chaves de acesso removidas'),
  removed_signing_keys: text('Chaves de assinatura removidas'),
  removed_totp: word('Aplicativo autenticador removido', yesOrNo),
  requester_id: referring('Quem pediu', 'user'),
  retired_key: text('Chave substituída'),
  revoked_api_tokens: text('Tokens de API revogados'),
  revoked_api_token_id: referring('Token revogado', 'api-token'),
  rows: text('Linhas'),
  search: text('Busca'),
  seat_limit: text('Quantidade'),
  second_proof: word('Segunda prova', {
    WEB_AUTHN: 'Chave de acesso',
    SOFTWARE_TOKEN_MFA: 'Aplicativo autenticador',
    RECOVERY_CODE: 'Código de recuperação',
  }),
  secret_due: word('Secret', { 0: 'Em dia', 1: 'Nunca usada ou antiga' }),
  secret_id: numbered('Secret'),
  secrets_key: text('Chave de SECRETS_KEYS'),
  service: text('Serviço'),
  sha256: text('SHA-256 do arquivo'),
  signing_key: text('Chave de assinatura'),
  since: { label: 'Desde o dia', as: 'day' },
  slot: text('Posição'),
  slowed: word('Em espera', yesOrNo),
  sort: { label: 'Ordenação', as: 'column' },
  spid: text('SPID'),
  sign_in_policy: word('Exigência para entrar', signInPolicyNames),
  sign_in_policy_begins_at: text('Exigência a partir de'),
  spids: text('SPIDs'),
  state: text('Estado'),
  status: word('Status', activeOrNot),
  suspended: text('Bloqueado'),
  suspended_at: text('Suspenso desde'),
  taken: text('Perfis retirados'),
  totals: text('Totais'),
  'totals.change': text('Alteradas'),
  'totals.create': text('Novas'),
  'totals.refused': text('Recusadas'),
  'totals.rows': text('Linhas'),
  'totals.unchanged': text('Sem mudança'),
  trail_values: text('Valores apagados da auditoria'),
  until: { label: 'Até o dia', as: 'day' },
  update_at: text('Data de atualização'),
  updated_at: text('Data de atualização'),
  url: text('Url'),
  userId: referring('Usuário', 'user'),
  user_profiles: text('Perfis do usuário'),
  'user_profiles.reason': text('Motivo'),
}

/** Fields whose meaning depends on the record kind of the event or on the exported list, by that kind or list. */
const fieldsOf: Readonly<Record<string, Readonly<Record<string, AuditField>>>> = {
  ...idFilters,
  'access-request': { state: word('Situação', accessRequestStates) },
  import: { kind: word('Tipo', importNames), state: word('Estado', importStates) },
  network: { kind: word('O que foi tentado', networkLockKinds) },
  profile: {
    assignment_days_max: text('Prazo máximo, em dias'),
    status: word('Status', deletedOrNot),
  },
  user: { kind: word('O que foi tentado', lockKindNames), status: word('Status', deletedOrNot) },
  'separation-rule': {
    first_function_id: referring('Primeira função', 'function'),
    first_profile_id: referring('Primeiro perfil', 'profile'),
    second_function_id: referring('Segunda função', 'function'),
    second_profile_id: referring('Segundo perfil', 'profile'),
  },
  'access-review': {
    company_ids: referring('Empresas', 'company'),
    escalated: text('Sem resposta, não suspensos'),
    gone: text('Não existiam mais'),
    items: text('Perfis atribuídos'),
    keep: text('Manter'),
    kept: text('Mantidos'),
    module_ids: referring('Módulos', 'module'),
    profile_ids: referring('Perfis', 'profile'),
    remove: text('Retirar'),
    removed: text('Retirados'),
    repeat_months: text('Repete a cada, em meses'),
    reviewers: word('Quem decide', reviewerNames),
    shorten: text('Encurtar'),
    shortened: text('Encurtados'),
    suspended: text('Suspensos'),
  },
  'list:accessReviewItems': {
    id: referring('Revisão de acessos', 'access-review'),
    state: word('Situação', reviewItemStates),
  },
  'list:accessReviewList': { state: word('Situação', accessReviewStates) },
  'list:accessRequestList': { state: word('Situação', accessRequestStates) },
  'list:actionList': { id: referring('Função', 'function') },
  'list:apiTokenList': {
    state: word('Status', apiTokenStateLabels),
    update_at: text('Revogado em'),
  },
  'list:companyUserList': { status: word('Status', deletedOrNot) },
  'list:dataRequestList': { state: word('Status', dataRequestFilters) },
  'list:importRowList': { id: referring('Importação', 'import'), kind: word('Tipo', importNames) },
  'list:messageList': { state: word('Estado', messageStateLabels) },
  'list:networkLockList': { kind: word('O que foi tentado', networkLockKinds) },
  'list:planModuleList': { id: referring('Plano', 'plan') },
  'list:profileHolderList': { id: referring('Perfil', 'profile') },
  'list:profileList': { status: word('Status', deletedOrNot) },
  'list:profileMakerList': { id: referring('Empresa', 'company') },
  'list:seatsOfPlanList': { id: referring('Plano', 'plan') },
  'list:separationRuleList': { kind: word('Regra sobre', separationKinds) },
  'list:separationViolationList': { id: referring('Regra', 'separation-rule') },
  'list:userSearch': {
    pending: word('Pendência', pendingMatters),
    status: word('Status', { 1: 'Excluído', 2: 'Ativo', 3: 'Bloqueado' }),
  },
}

/**
 * Returns the scope in which the fields of an event are looked up: the record kind of `user:12`, or the whole `list:…`
 * of an export.
 */
export function scopeOfFields(record: string | null): string {
  if (record === null || record.startsWith('list:')) return record ?? ''
  return record.split(':', 1)[0] ?? ''
}

/**
 * Finds a field by its path, such as `totals.rows`, or else by the last part of the path. Returns undefined if the
 * field has no label.
 */
export function fieldAt(scope: string, path: string): AuditField | undefined {
  const name = path.slice(path.lastIndexOf('.') + 1)
  return fieldsOf[scope]?.[name] ?? fields[path] ?? fields[name]
}

/** Whether a bookkeeping field such as `id` has its own meaning in this scope. */
export const hasOwnMeaning = (scope: string, name: string): boolean =>
  Object.hasOwn(fieldsOf[scope] ?? {}, name)
