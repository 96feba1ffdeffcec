import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/database-types.ts'
import type { SectionKey } from './section-words.ts'
import { anyOf, asPattern, containsText } from './text-match.ts'

/** Current and former values that identify a user in the database. */
export interface Traces {
  id: number
  emails: readonly string[]
  phones: readonly string[]
  names: readonly string[]
  /** Digests of the e-mails. Rate limits and the audit log store these for typed e-mails. */
  accountKeys: readonly string[]
}

/** Header under which the user reads a column, or the reason why it is withheld. */
type Read = string | { withheld: string }

/** A table with personal data. */
export interface PersonalTable {
  /** Name of its rows in the preview of an erasure. */
  what: string
  /** Section of 'Meus dados' that shows the table. */
  section: SectionKey
  belongsTo: (person: Traces) => RawBuilder<boolean>
  /**
   * What an erasure does with the rows: delete them, anonymise them, or erase audit values about them. Otherwise the
   * reason why they are kept.
   */
  erased: 'rows' | 'neutral' | 'values' | { kept: string }
  /** All columns of the table. */
  columns: Readonly<Record<string, Read>>
}

const secret = { withheld: 'segredo: só a sua forma cifrada é guardada' }
const internal = { withheld: 'número interno, que nada diz da pessoa' }
const derived = { withheld: 'feito de outras colunas, que são mostradas' }
const shortLived = { withheld: 'vale minutos, e nada diz além de que alguém está entrando' }
/** Profiles and their periods are shown as they are after the review. */
const inProfiles = { withheld: 'está nos perfis de acesso, como a revisão os deixou' }
const ofAnotherUser = { withheld: 'diz respeito a outra pessoa' }

const ofUser = ({ id }: Traces) => sql<boolean>`user_id = ${id}`
const sessionsOf = ({ id }: Traces) => sql`(select id from sessions where user_id = ${id})`
const ofSession = (person: Traces) => sql<boolean>`session_id in ${sessionsOf(person)}`

/** Imports with rows about the user, which an undo would restore. */
const importsAbout = ({ emails, names }: Traces) => sql`
  (select import_id from import_rows where label ilike ${anyOf([...names, ...emails].map(asPattern))}
    or ${containsText(sql`concat_ws(' ', cells, before, after, changes, refusals, warnings)`, 'email', emails)})`

/**
 * All tables with personal data, in the order in which an erasure processes them. States what an erasure removes, and
 * the header under which the user reads each column (LGPD art. 18 and 19). `my-data-queries.ts` selects the rows that
 * the user reads. A test fails if a column is neither here nor in `non-personal-columns.ts`.
 */
export const personalData = {
  one_time_codes: {
    what: 'Códigos de entrada em módulos',
    section: 'security',
    belongsTo: ofSession,
    erased: 'rows',
    columns: {
      digest: secret,
      session_id: internal,
      module_id: shortLived,
      company_id: shortLived,
      spid: shortLived,
      redirect_uri: shortLived,
      created_at: shortLived,
      expires_at: shortLived,
      used_at: shortLived,
      token_id: internal,
    },
  },
  tokens: {
    what: 'Tokens das sessões',
    section: 'sessions',
    belongsTo: ofSession,
    erased: 'rows',
    columns: {
      id: internal,
      session_id: internal,
      kind: shortLived,
      module_id: { withheld: 'está nos módulos que receberam os dados' },
      company_id: { withheld: 'está nos módulos que receberam os dados' },
      spid: shortLived,
      created_at: shortLived,
      revoked_at: shortLived,
    },
  },
  confirmation_operations: {
    what: 'Operações confirmadas',
    section: 'security',
    belongsTo: (person) =>
      sql`confirmation_digest in (select digest from confirmations where ${ofSession(person)})`,
    erased: 'rows',
    columns: {
      id: internal,
      confirmation_digest: secret,
      method: shortLived,
      path: shortLived,
      body_sha256: shortLived,
      used_at: shortLived,
    },
  },
  confirmations: {
    what: 'Confirmações de identidade',
    section: 'security',
    belongsTo: ofSession,
    erased: 'rows',
    columns: {
      digest: secret,
      session_id: internal,
      company_id: shortLived,
      spid: shortLived,
      method: shortLived,
      created_at: shortLived,
      expires_at: shortLived,
    },
  },
  federated_flows: {
    what: 'Idas ao provedor de identidade',
    section: 'security',
    belongsTo: ofSession,
    erased: 'rows',
    columns: {
      state_digest: secret,
      purpose: shortLived,
      provider_id: internal,
      issuer: { withheld: 'está nos provedores de identidade' },
      nonce: secret,
      code_verifier: secret,
      browser_digest: secret,
      session_id: internal,
      created_at: shortLived,
      expires_at: shortLived,
      used_at: shortLived,
      proof_digest: secret,
      proof_expires_at: shortLived,
      proof_used_at: shortLived,
    },
  },
  sessions: {
    what: 'Sessões, com endereços e navegadores',
    section: 'sessions',
    belongsTo: ofUser,
    erased: 'rows',
    columns: {
      id: internal,
      user_id: internal,
      method: 'Forma de acesso',
      browser_digest: secret,
      address: 'Endereço IP',
      user_agent: 'Navegador',
      reduced: shortLived,
      id_token: secret,
      created_at: 'Início',
      last_used_at: 'Último uso',
      expires_at: 'Vale até',
      ended_at: 'Encerrada em',
      end_reason: 'Motivo do fim',
      amr: derived,
      authenticated_at: 'Autenticação',
    },
  },
  passkeys: {
    what: 'Chaves de acesso',
    section: 'passkeys',
    belongsTo: ofUser,
    erased: 'rows',
    columns: {
      id: internal,
      user_id: internal,
      credential_id: { withheld: 'número aleatório, que só a sua chave usa' },
      public_key: { withheld: 'só confere assinaturas da sua chave' },
      algorithm: internal,
      sign_count: internal,
      aaguid: 'Modelo',
      transports: internal,
      backup_eligible: internal,
      backed_up: 'Sincronizada',
      name: 'Nome',
      rp_id: 'Endereço em que vale',
      created_at: 'Criada em',
      last_used_at: 'Último uso',
    },
  },
  totp_factors: {
    what: 'Aplicativo autenticador',
    section: 'security',
    belongsTo: ofUser,
    erased: 'rows',
    columns: {
      user_id: internal,
      ciphertext: secret,
      key_id: internal,
      last_step: internal,
      created_at: 'Desde',
      last_used_at: derived,
    },
  },
  recovery_codes: {
    what: 'Códigos de recuperação',
    section: 'security',
    belongsTo: ofUser,
    erased: 'rows',
    columns: { digest: secret, user_id: internal, created_at: 'Desde', used_at: 'Até' },
  },
  challenges: {
    what: 'Entradas que não terminaram',
    section: 'security',
    belongsTo: ofUser,
    erased: 'rows',
    columns: {
      digest: secret,
      user_id: internal,
      name: shortLived,
      otp_hash: secret,
      otp_expires_at: shortLived,
      tries: shortLived,
      sends: shortLived,
      created_at: shortLived,
      expires_at: shortLived,
      used_at: shortLived,
    },
  },
  passwords: {
    what: 'Senhas cifradas, a atual e as anteriores',
    section: 'security',
    belongsTo: ofUser,
    erased: 'rows',
    columns: {
      id: internal,
      user_id: internal,
      hash: secret,
      temporary: 'O quê',
      expires_at: 'Vale até',
      created_at: 'Desde',
      superseded_at: 'Até',
    },
  },
  recovery_passwords: {
    what: 'Senhas de recuperação',
    section: 'security',
    belongsTo: ofUser,
    erased: 'rows',
    columns: { user_id: internal, digest: secret, created_at: 'Desde', expires_at: 'Vale até' },
  },
  email_changes: {
    what: 'Alterações de e-mail',
    section: 'security',
    // A change of another user may name the erased user's address.
    belongsTo: ({ id, emails }) =>
      sql`(user_id = ${id} or old_email = ${anyOf(emails)} or new_email = ${anyOf(emails)})`,
    erased: 'rows',
    columns: {
      id: internal,
      user_id: internal,
      old_email: { withheld: 'está nos eventos da sua conta' },
      new_email: 'O quê',
      started_at: 'Desde',
      started_by: ofAnotherUser,
      takes_effect_at: derived,
      expires_at: 'Vale até',
      old_digest: secret,
      new_digest: secret,
      old_confirmed_at: internal,
      new_confirmed_at: internal,
      cancelled_at: internal,
      cancelled_by: ofAnotherUser,
      done_at: internal,
    },
  },
  recoveries: {
    what: 'Recuperações da conta',
    section: 'security',
    belongsTo: ofUser,
    erased: 'rows',
    columns: {
      id: internal,
      user_id: internal,
      kind: 'O quê',
      started_at: 'Desde',
      started_by: ofAnotherUser,
      reason: 'O quê',
      waits_until: derived,
      expires_at: 'Vale até',
      approved_at: derived,
      approved_by: ofAnotherUser,
      cancelled_at: 'Até',
      cancelled_by: ofAnotherUser,
      done_at: 'Até',
    },
  },
  account_reports: {
    what: 'Avisos "Não fui eu"',
    section: 'security',
    belongsTo: ofUser,
    erased: 'rows',
    columns: { digest: secret, user_id: internal, created_at: 'Desde', expires_at: 'Vale até' },
  },
  secret_answers: {
    what: 'Resposta secreta',
    section: 'security',
    belongsTo: ofUser,
    erased: 'rows',
    columns: { user_id: internal, question_id: 'O quê', hash: secret, updated_at: 'Desde' },
  },
  rate_limits: {
    what: 'Contagens de tentativas',
    section: 'security',
    belongsTo: ({ accountKeys }) => sql`key like ${anyOf(accountKeys.map((key) => `%${key}%`))}`,
    erased: 'rows',
    columns: { key: 'O quê', points: 'Quantidade', expire: 'Vale até' },
  },
  api_tokens: {
    what: 'Tokens de acesso',
    section: 'tokens',
    belongsTo: ofUser,
    erased: 'rows',
    columns: {
      id: internal,
      user_id: internal,
      company_id: 'Empresa',
      digest: secret,
      start: 'Começo',
      expires_at: 'Vale até',
      created_at: 'Criado em',
      created_by: ofAnotherUser,
      revoked_at: 'Revogado em',
      revoked_by: ofAnotherUser,
      closed_at: derived,
      last_used_at: 'Último uso',
      last_used_address: 'Endereço IP',
      ending_told_at: internal,
      new_role: 'Motivo da revogação',
    },
  },
  federated_identities: {
    what: 'Identidades em provedores',
    section: 'identities',
    belongsTo: ofUser,
    erased: 'rows',
    columns: {
      issuer: 'Provedor',
      subject: 'Identificador no provedor',
      user_id: internal,
      created_at: 'Desde',
    },
  },
  access_uses: {
    what: 'Últimos usos dos perfis de acesso',
    section: 'profiles',
    belongsTo: ({ id }) =>
      sql`user_profile_id in (select id from user_profiles where user_id = ${id})`,
    erased: 'rows',
    columns: { user_profile_id: internal, last_used_at: 'Último uso', unused_since: derived },
  },
  user_profiles: {
    what: 'Perfis de acesso',
    section: 'profiles',
    belongsTo: ofUser,
    erased: 'rows',
    columns: {
      id: internal,
      user_id: internal,
      profile_id: 'Perfil',
      company_id: 'Empresa',
      spid: 'SPID',
      created_at: 'Desde',
      created_by: ofAnotherUser,
      ending_told_at: internal,
      last_day_told_at: internal,
      begin_at: 'Vale a partir de',
      end_at: 'Vale até',
      reason: 'Motivo',
      suspended_at: 'Suspenso desde',
      end_before_suspension: internal,
    },
  },
  user_companies: {
    what: 'Vínculos com empresas',
    section: 'companies',
    belongsTo: ofUser,
    erased: 'rows',
    columns: { user_id: internal, company_id: 'Empresa', created_at: 'Desde' },
  },
  company_invitations: {
    what: 'Convites de empresas',
    section: 'invitations',
    belongsTo: ofUser,
    erased: 'rows',
    columns: {
      id: internal,
      user_id: internal,
      company_id: 'Empresa',
      invited_by: ofAnotherUser,
      created_at: 'Convite em',
      expires_at: 'Vale até',
      declined_at: 'Recusado em',
    },
  },
  separation_exceptions: {
    what: 'Exceções de incompatibilidade',
    section: 'exceptions',
    belongsTo: ofUser,
    erased: 'rows',
    columns: {
      id: internal,
      rule_id: 'Regra',
      user_id: internal,
      company_id: 'Empresa',
      reason: 'Motivo',
      end_at: 'Vale até',
      requested_by: ofAnotherUser,
      created_at: 'Pedida em',
      approved_by: ofAnotherUser,
      approved_at: 'Aprovada em',
      closed_by: ofAnotherUser,
      closed_at: 'Encerrada em',
    },
  },
  module_visits: {
    what: 'Módulos visitados',
    section: 'modules',
    belongsTo: ofUser,
    erased: 'rows',
    columns: {
      user_id: internal,
      company_id: 'Empresa',
      module_id: 'Módulo',
      last_used_at: 'Última entrada',
    },
  },
  module_favourites: {
    what: 'Módulos favoritos',
    section: 'favourites',
    belongsTo: ofUser,
    erased: 'rows',
    columns: {
      user_id: internal,
      company_id: 'Empresa',
      module_id: 'Módulo',
      spid: 'SPID',
      created_at: 'Desde',
    },
  },
  list_views: {
    what: 'Visões salvas de listas',
    section: 'views',
    // The search of a view of another user, or of a company, may name the erased user.
    belongsTo: ({ id, emails, names }) =>
      sql`(user_id = ${id} or ${containsText(sql`concat_ws(' ', name, query)`, 'email', emails)}
        or ${containsText(
          sql`concat_ws(' ', name, query)`,
          'name',
          names.filter((name) => name.includes(' ')),
        )})`,
    erased: 'rows',
    columns: {
      id: internal,
      user_id: internal,
      company_id: { withheld: 'visões da empresa são dela' },
      list: 'Lista',
      name: 'Nome',
      query: 'Condições',
      created_at: 'Desde',
      updated_at: 'Alterada em',
    },
  },
  outbox: {
    what: 'E-mails e SMS enviados',
    section: 'messages',
    belongsTo: ({ id, emails, phones }) =>
      sql`(recipient = ${anyOf([...emails, ...phones])} or first_access_of = ${id})`,
    erased: 'rows',
    columns: {
      id: internal,
      channel: { withheld: 'só e-mails são mostrados: um telefone pode ser de várias pessoas' },
      recipient: 'Destinatário',
      subject: 'Assunto',
      sealed_text: { withheld: 'pode conter códigos e senhas' },
      key_id: internal,
      created_at: 'Criado em',
      next_attempt_at: shortLived,
      attempts: shortLived,
      last_error: shortLived,
      expires_at: shortLived,
      sent_at: 'Enviado em',
      first_access_of: internal,
      bulk: internal,
      turn: internal,
    },
  },
  imports: {
    what: 'Arquivos importados, que não poderão ser desfeitos',
    section: 'imports',
    belongsTo: (person) => sql`(user_id = ${person.id} or id in ${importsAbout(person)})`,
    erased: 'rows',
    columns: {
      id: internal,
      user_id: internal,
      kind: 'Tipo',
      state: 'Situação',
      file_name: 'Arquivo',
      sheet: { withheld: 'o arquivo é de quem o enviou; some em um dia' },
      letters: internal,
      sha256: internal,
      preview_sha256: internal,
      created_at: 'Enviado em',
      expires_at: 'Guardado até',
      done_at: 'Importado em',
      undone_at: 'Desfeito em',
      effects: internal,
    },
  },
  import_rows: {
    what: 'Linhas de arquivos importados',
    section: 'imports',
    belongsTo: (person) => sql`(import_id in (select id from imports where user_id = ${person.id})
      or import_id in ${importsAbout(person)})`,
    erased: 'rows',
    columns: {
      id: internal,
      import_id: internal,
      line: internal,
      cells: { withheld: 'o arquivo é de quem o enviou; some em um dia' },
      unreadable: { withheld: 'o arquivo é de quem o enviou; some em um dia' },
      outcome: internal,
      rank: internal,
      label: { withheld: 'o arquivo é de quem o enviou; some em um dia' },
      record_id: internal,
      refusals: { withheld: 'o arquivo é de quem o enviou; some em um dia' },
      same: internal,
      changes: { withheld: 'o arquivo é de quem o enviou; some em um dia' },
      warnings: { withheld: 'o arquivo é de quem o enviou; some em um dia' },
      before: { withheld: 'o arquivo é de quem o enviou; some em um dia' },
      after: { withheld: 'o arquivo é de quem o enviou; some em um dia' },
      search_line: derived,
    },
  },
  access_review_items: {
    what: 'Itens de revisões de acesso',
    section: 'profiles',
    belongsTo: ofUser,
    erased: 'rows',
    columns: {
      id: internal,
      review_id: internal,
      assignment_id: internal,
      user_id: internal,
      profile_id: inProfiles,
      company_id: inProfiles,
      spid: inProfiles,
      decision: inProfiles,
      end_day: inProfiles,
      decided_at: ofAnotherUser,
      decided_by: ofAnotherUser,
      outcome: inProfiles,
      settled_at: inProfiles,
    },
  },
  data_requests: {
    what: 'Pedidos de correção',
    section: 'requests',
    belongsTo: ofUser,
    erased: 'rows',
    columns: {
      id: internal,
      user_id: internal,
      field: 'Dado',
      wanted: 'Como deve ficar',
      created_at: 'Pedido em',
      due_at: 'Prazo',
      answered_at: 'Respondido em',
      answered_by: ofAnotherUser,
      accepted: 'Situação',
      answer: 'Resposta',
    },
  },
  access_requests: {
    what: 'Pedidos de acesso',
    section: 'access_requests',
    belongsTo: ({ id }) => sql`requester_id = ${id}`,
    erased: 'rows',
    columns: {
      id: internal,
      requester_id: internal,
      company_id: 'Empresa',
      module_id: 'Módulo',
      spid: 'SPID',
      function_id: 'Função',
      action_id: 'Ação',
      reason: 'Motivo',
      end_date: 'Até',
      state: 'Situação',
      created_at: 'Pedido em',
      expires_at: 'Vale até',
      told_at: internal,
      reminded_at: internal,
      decided_at: 'Respondido em',
      decided_by: ofAnotherUser,
      answer: 'Resposta',
      profile_id: { withheld: 'está nos perfis de acesso' },
      approved_spids: { withheld: 'está nos perfis de acesso' },
      approved_begin: { withheld: 'está nos perfis de acesso' },
      approved_end: { withheld: 'está nos perfis de acesso' },
      change_hash: internal,
      updated_at: internal,
      version: internal,
    },
  },
  audit_values: {
    what: 'Valores na trilha de auditoria',
    section: 'changes',
    belongsTo: () => sql`false`,
    erased: 'values',
    columns: {
      seq: internal,
      name: internal,
      value: 'O que mudou',
      salt: secret,
    },
  },
  audit_entries: {
    what: 'Eventos da trilha de auditoria',
    section: 'changes',
    belongsTo: ({ id }) => sql`(user_id = ${id} or target = ${`user:${id}`})`,
    erased: { kept: 'só números ficam, para que a trilha continue provando o que houve' },
    columns: {
      seq: internal,
      happened_at: 'Quando',
      operation: internal,
      event: 'O que aconteceu',
      user_id: 'Por quem',
      session_id: internal,
      company_id: 'Por quem',
      delegation_id: internal,
      api_token_id: internal,
      target: internal,
      confirmed_by: internal,
      request_id: internal,
      part_of: internal,
      commitments: secret,
    },
  },
  delegations: {
    what: 'Delegações de usuário master',
    section: 'delegations',
    belongsTo: ({ id }) => sql`(user_id = ${id} or delegated_by = ${id})`,
    erased: { kept: 'só números e datas ficam: a empresa precisa saber quando agiram por ela' },
    columns: {
      id: internal,
      user_id: 'Papel',
      company_id: 'Empresa',
      begin_at: 'Início',
      end_at: 'Fim',
      delegated_by: 'Papel',
      created_at: 'Criada em',
      closed_at: 'Encerrada em',
      closed_by: ofAnotherUser,
      begin_told_at: internal,
      end_told_at: internal,
    },
  },
  users: {
    what: 'Cadastro: nome, e-mail, telefone, código, empresa e acessos',
    section: 'account',
    belongsTo: ({ id }) => sql`id = ${id}`,
    erased: 'neutral',
    columns: {
      id: 'Número do usuário',
      public_id: 'Identificador nos módulos',
      name: 'Nome',
      email: 'E-mail',
      phone_number: 'Telefone',
      code: 'Código de usuário',
      active: 'Situação',
      suspended: 'Situação',
      company_id: 'Empresa do cadastro',
      federated: 'Forma de acesso',
      recovery_frozen_until: 'Recuperação suspensa até',
      last_access_at: 'Último acesso',
      previous_access_at: 'Acesso anterior',
      created_at: 'Cadastrado em',
      updated_at: 'Alterado em',
      version: internal,
      deleted_at: { withheld: 'quem está excluído não entra aqui' },
      erased_at: { withheld: 'quem foi apagado não entra aqui' },
      display_status: derived,
      search_line: derived,
    },
  },
} as const satisfies Readonly<Partial<Record<keyof Database, PersonalTable>>>

/** The tables with their names, in the order in which an erasure processes them. */
export const personalTables: readonly (readonly [string, PersonalTable])[] =
  Object.entries(personalData)
