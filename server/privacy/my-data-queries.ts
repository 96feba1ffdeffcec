import { type RawBuilder, sql } from 'kysely'
import { accessRequestStates } from '../../contract/access-requests.ts'
import { revokedWithNewRole } from '../../contract/api-tokens.ts'
import { dataRequestOutcomes } from '../../contract/data-requests.ts'
import { correctionFields } from '../../contract/correction-fields.ts'
import { eventLabel } from '../../contract/event-labels.ts'
import { viewedListNames } from '../../contract/viewed-lists.ts'
import type { MyDataSection } from '../../contract/my-data.ts'
import { accountKey } from '../rate-limits/attempt-keys.ts'
import type { Db } from '../database/database.ts'
import { type SectionKey, sectionWords } from './section-words.ts'
import { asPattern } from './text-match.ts'

type Cell = MyDataSection['rows'][number][number]

interface SectionColumn {
  key: string
  header: string
  /** SQL expression of the value. */
  value: RawBuilder<unknown>
  kind?: 'instant' | 'user-agent'
  /** Returns the displayed text for a code. */
  labels?: (code: string) => string
}

/** How the rows of a section are selected for one user. */
interface SectionQuery {
  columns: readonly SectionColumn[]
  /** FROM and WHERE clause. */
  from: RawBuilder<unknown>
  /** Order, newest first. Uses an index where there may be many rows. */
  order: RawBuilder<unknown>
}

/** The user whose data is read. */
interface Subject {
  id: number
  email: string
}

const text = (key: string, header: string, value = sql.ref(key)): SectionColumn => ({
  key,
  header,
  value,
})
const date = (key: string, header: string, value = sql.ref(key)): SectionColumn => ({
  key,
  header,
  value,
  kind: 'instant',
})
const coded = (
  key: string,
  header: string,
  labels: Readonly<Record<string, string>>,
  value = sql.ref(key),
): SectionColumn => ({ key, header, value, labels: (code) => labels[code] ?? code })

/** SQL expression: the search parameters of a view as text, `status=1, search=ana`. */
const conditionsOf = (query: RawBuilder<unknown>) =>
  sql`(select string_agg(key || '=' || value, ', ' order by key) from jsonb_each_text(${query}))`

const methods = {
  password: 'Senha e código',
  federated: 'Acesso federado',
  passkey: 'Chave de acesso',
}
const ends = {
  'sign-out': 'Saída',
  idle: 'Falta de uso',
  lifetime: 'Tempo máximo',
  blocked: 'Bloqueio da conta',
  deleted: 'Exclusão da conta',
  'password-changed': 'Troca de senha',
  administrator: 'Encerrada por quem cuida da conta',
  'code-replayed': 'Código usado duas vezes',
  reported: 'Aviso "Não fui eu"',
}
/** Displayed reason for the revocation of a token, if a new role was the reason. */
const ofNewRole = { true: revokedWithNewRole, false: '' }
/** Display names of audited user fields. */
const changedWords: Readonly<Record<string, string>> = {
  name: 'Nome',
  email: 'E-mail',
  phone_number: 'Telefone',
  code: 'Código de usuário',
  status: 'Situação',
  suspended: 'Bloqueio',
  company_id: 'Empresa',
  federated: 'Forma de acesso',
}

const eventColumn = {
  key: 'event',
  header: 'O que aconteceu',
  value: sql.ref('e.event'),
  labels: eventLabel,
}

/** Names of the fields that differ between the `before` and the `after` of an event. */
const changedNames = sql`(select string_agg(distinct name, ',') from (
    select jsonb_object_keys(case when jsonb_typeof(v.value::jsonb) = 'object' then v.value::jsonb else '{}' end) as name
    from audit_values v where v.seq = e.seq and v.name in ('before', 'after')) fields
  where (select value::jsonb -> fields.name from audit_values where seq = e.seq and audit_values.name = 'before')
    is distinct from (select value::jsonb -> fields.name from audit_values where seq = e.seq and audit_values.name = 'after'))`

const shownNames = (names: string): string =>
  names
    .split(',')
    .flatMap((name) => changedWords[name] ?? [])
    .join(', ')

/** Returns the queries of all sections for this user. */
function sectionsOf({ id, email }: Subject): Readonly<Record<SectionKey, SectionQuery>> {
  return {
    account: {
      columns: [
        text('name', 'Nome', sql.ref('u.name')),
        text('email', 'E-mail', sql.ref('u.email')),
        text('phone_number', 'Telefone'),
        text('code', 'Código de usuário'),
        coded(
          'standing',
          'Situação',
          { 1: 'Excluído', 2: 'Ativo', 3: 'Bloqueado' },
          sql.ref('display_status'),
        ),
        text('company', 'Empresa do cadastro', sql.ref('c.name')),
        coded(
          'federated',
          'Forma de acesso',
          methods,
          sql`case when federated then 'federated' else 'password' end`,
        ),
        date('recovery_frozen_until', 'Recuperação suspensa até'),
        date('last_access_at', 'Último acesso'),
        date('previous_access_at', 'Acesso anterior'),
        date('created_at', 'Cadastrado em', sql.ref('u.created_at')),
        date('updated_at', 'Alterado em', sql.ref('u.updated_at')),
        text('id', 'Número do usuário', sql.ref('u.id')),
        text('public_id', 'Identificador nos módulos'),
      ],
      from: sql`users u left join companies c on c.id = u.company_id where u.id = ${id}`,
      order: sql`u.id`,
    },
    companies: {
      columns: [
        text('company', 'Empresa', sql.ref('c.name')),
        date('created_at', 'Desde', sql.ref('uc.created_at')),
      ],
      from: sql`user_companies uc join companies c on c.id = uc.company_id where uc.user_id = ${id}`,
      order: sql`uc.created_at desc, c.id`,
    },
    profiles: {
      columns: [
        text('profile', 'Perfil', sql.ref('p.name')),
        text('module', 'Módulo', sql.ref('m.name')),
        text('company', 'Empresa', sql.ref('c.name')),
        text('spid', 'SPID'),
        date('created_at', 'Desde', sql.ref('up.created_at')),
        date('begin_at', 'Vale a partir de', sql.ref('up.begin_at')),
        date('end_at', 'Vale até', sql.ref('up.end_at')),
        date('suspended_at', 'Suspenso desde', sql.ref('up.suspended_at')),
        text('reason', 'Motivo', sql.ref('up.reason')),
        date('last_used_at', 'Último uso', sql.ref('au.last_used_at')),
      ],
      from: sql`user_profiles up left join access_uses au on au.user_profile_id = up.id join profiles p on p.id = up.profile_id join modules m on m.id = p.module_id
        join companies c on c.id = up.company_id where up.user_id = ${id}`,
      order: sql`up.id desc`,
    },
    delegations: {
      columns: [
        coded(
          'role',
          'Papel',
          { lent: 'Delegada por você', held: 'Recebida' },
          sql`case when d.user_id = ${id} then 'held' else 'lent' end`,
        ),
        text('company', 'Empresa', sql.ref('c.name')),
        date('begin_at', 'Início'),
        date('end_at', 'Fim'),
        date('created_at', 'Criada em', sql.ref('d.created_at')),
        date('closed_at', 'Encerrada em'),
      ],
      from: sql`delegations d join companies c on c.id = d.company_id where d.user_id = ${id} or d.delegated_by = ${id}`,
      order: sql`d.id desc`,
    },
    invitations: {
      columns: [
        text('company', 'Empresa', sql.ref('c.name')),
        date('created_at', 'Convite em', sql.ref('i.created_at')),
        date('expires_at', 'Vale até'),
        date('declined_at', 'Recusado em'),
      ],
      from: sql`company_invitations i join companies c on c.id = i.company_id where i.user_id = ${id}`,
      order: sql`i.id desc`,
    },
    exceptions: {
      columns: [
        text('rule', 'Regra', sql.ref('r.name')),
        text('company', 'Empresa', sql.ref('c.name')),
        text('reason', 'Motivo'),
        date('created_at', 'Pedida em', sql.ref('e.created_at')),
        date('end_at', 'Vale até'),
        date('approved_at', 'Aprovada em'),
        date('closed_at', 'Encerrada em'),
      ],
      from: sql`separation_exceptions e join separation_rules r on r.id = e.rule_id
        join companies c on c.id = e.company_id where e.user_id = ${id}`,
      order: sql`e.id desc`,
    },
    sessions: {
      columns: [
        date('created_at', 'Início'),
        date('authenticated_at', 'Autenticação'),
        date('last_used_at', 'Último uso'),
        date('expires_at', 'Vale até'),
        date('ended_at', 'Encerrada em'),
        coded('end_reason', 'Motivo do fim', ends),
        text('address', 'Endereço IP'),
        { ...text('user_agent', 'Navegador'), kind: 'user-agent' },
        coded('method', 'Forma de acesso', methods),
      ],
      from: sql`sessions where user_id = ${id}`,
      order: sql`created_at desc, id`,
    },
    tokens: {
      columns: [
        text('start', 'Começo'),
        text('company', 'Empresa', sql.ref('c.name')),
        date('created_at', 'Criado em', sql.ref('t.created_at')),
        date('expires_at', 'Vale até'),
        date('revoked_at', 'Revogado em'),
        coded('new_role', 'Motivo da revogação', ofNewRole, sql`new_role::text`),
        date('last_used_at', 'Último uso'),
        text('last_used_address', 'Endereço IP'),
      ],
      from: sql`api_tokens t join companies c on c.id = t.company_id where t.user_id = ${id}`,
      order: sql`t.id desc`,
    },
    passkeys: {
      columns: [
        text('name', 'Nome'),
        date('created_at', 'Criada em'),
        date('last_used_at', 'Último uso'),
        coded('backed_up', 'Sincronizada', { true: 'Sim', false: 'Não' }, sql`backed_up::text`),
        text('aaguid', 'Modelo'),
        text('rp_id', 'Endereço em que vale'),
      ],
      from: sql`passkeys where user_id = ${id}`,
      order: sql`created_at desc, id`,
    },
    security: {
      columns: [
        text('what', 'O quê'),
        text('points', 'Quantidade'),
        date('since', 'Desde'),
        date('until', 'Até'),
        date('expires_at', 'Vale até'),
      ],
      from: sql`(
        select case when superseded_at is not null then 'Senha anterior' when temporary then 'Senha temporária' else 'Senha' end as what,
          null::integer as points, created_at as since, superseded_at as until, expires_at from passwords where user_id = ${id}
        union all select 'Senha de recuperação', null, created_at, null, expires_at from recovery_passwords where user_id = ${id}
        union all select 'Alteração de e-mail para ' || new_email, null, started_at, null, expires_at
          from email_changes where user_id = ${id}
        union all select 'Resposta à pergunta: ' || q.name, null, a.updated_at, null, null
          from secret_answers a join secret_questions q on q.id = a.question_id where a.user_id = ${id}
        union all select 'Aplicativo autenticador', null, created_at, null, null from totp_factors where user_id = ${id}
        union all select case when used_at is null then 'Código de recuperação' else 'Código de recuperação usado' end,
          null, created_at, used_at, null from recovery_codes where user_id = ${id}
        union all select case kind when 'password' then 'Recuperação da senha' else 'Remoção de chaves e códigos' end || coalesce(': ' || reason, ''),
          null, started_at, coalesce(done_at, cancelled_at), expires_at from recoveries where user_id = ${id}
        union all select 'Aviso "Não fui eu"', null, created_at, null, expires_at from account_reports where user_id = ${id}
        union all select 'Tentativas e envios contados', points, null, null, to_timestamp(expire / 1000.0)
          from rate_limits where key like 'failures:%' || ${asPattern(accountKey(email))} || '%') kept`,
      order: sql`since desc nulls last, what`,
    },
    identities: {
      columns: [
        text('issuer', 'Provedor'),
        text('subject', 'Identificador no provedor'),
        date('created_at', 'Desde'),
      ],
      from: sql`federated_identities where user_id = ${id}`,
      order: sql`created_at desc, issuer`,
    },
    modules: {
      columns: [
        text('module', 'Módulo', sql.ref('m.name')),
        text('company', 'Empresa', sql.ref('c.name')),
        date('last_used_at', 'Última entrada'),
      ],
      from: sql`module_visits v join modules m on m.id = v.module_id join companies c on c.id = v.company_id where v.user_id = ${id}`,
      order: sql`v.last_used_at desc, m.id, c.id`,
    },
    favourites: {
      columns: [
        text('module', 'Módulo', sql.ref('m.name')),
        text('company', 'Empresa', sql.ref('c.name')),
        text('spid', 'SPID', sql.ref('f.spid')),
        date('created_at', 'Desde', sql.ref('f.created_at')),
      ],
      from: sql`module_favourites f join modules m on m.id = f.module_id join companies c on c.id = f.company_id where f.user_id = ${id}`,
      order: sql`f.created_at desc, m.id, c.id, f.spid`,
    },
    views: {
      columns: [
        text('name', 'Nome'),
        coded('list', 'Lista', viewedListNames),
        text('query', 'Condições', conditionsOf(sql.ref('query'))),
        date('created_at', 'Desde'),
        date('updated_at', 'Alterada em'),
      ],
      from: sql`list_views where user_id = ${id}`,
      order: sql`created_at desc, id`,
    },
    messages: {
      columns: [
        text('subject', 'Assunto'),
        text('recipient', 'Destinatário'),
        date('created_at', 'Criado em'),
        date('sent_at', 'Enviado em'),
      ],
      from: sql`outbox where recipient = ${email} and channel = 'email'`,
      order: sql`created_at desc, id`,
    },
    imports: {
      columns: [
        text('file_name', 'Arquivo'),
        coded('kind', 'Tipo', {
          companies: 'Empresas',
          'loose-plans': 'Planos avulsos',
          users: 'Usuários',
        }),
        coded('state', 'Situação', {
          draft: 'Em conferência',
          done: 'Importado',
          undone: 'Desfeito',
        }),
        date('created_at', 'Enviado em'),
        date('done_at', 'Importado em'),
        date('undone_at', 'Desfeito em'),
        date('expires_at', 'Guardado até'),
      ],
      from: sql`imports where user_id = ${id}`,
      order: sql`id desc`,
    },
    changes: {
      columns: [
        date('happened_at', 'Quando'),
        eventColumn,
        { key: 'changed', header: 'O que mudou', value: changedNames, labels: shownNames },
        text(
          'by',
          'Por quem',
          sql`case when e.user_id = ${id} then 'Você' when e.user_id is null then 'Sem identificação'
            else coalesce('Alguém de ' || (select name from companies where id = e.company_id), 'Outra pessoa') end`,
        ),
      ],
      from: sql`audit_entries e where e.target = ${`user:${id}`}`,
      order: sql`e.seq desc`,
    },
    events: {
      columns: [
        date('happened_at', 'Quando'),
        eventColumn,
        text('company', 'Empresa', sql`(select name from companies where id = e.company_id)`),
        text(
          'address',
          'Endereço IP',
          sql`(select value::jsonb #>> '{}' from audit_values v where v.seq = e.seq and v.name = 'address')`,
        ),
      ],
      from: sql`audit_entries e where e.user_id = ${id}`,
      order: sql`e.seq desc`,
    },
    access_requests: {
      columns: [
        date('created_at', 'Pedido em', sql.ref('r.created_at')),
        text('module', 'Módulo', sql.ref('m.name')),
        text('company', 'Empresa', sql.ref('c.name')),
        text('spid', 'SPID', sql.ref('r.spid')),
        text('function', 'Função', sql.ref('f.url')),
        text('action', 'Ação', sql.ref('a.path')),
        text('reason', 'Motivo', sql.ref('r.reason')),
        text('end_date', 'Até', sql`to_char(r.end_date, 'DD/MM/YYYY')`),
        coded('state', 'Situação', accessRequestStates, sql.ref('r.state')),
        date('expires_at', 'Vale até', sql.ref('r.expires_at')),
        date('decided_at', 'Respondido em', sql.ref('r.decided_at')),
        text('answer', 'Resposta', sql.ref('r.answer')),
      ],
      from: sql`access_requests r join modules m on m.id = r.module_id join companies c on c.id = r.company_id
        left join functions f on f.id = r.function_id left join actions a on a.id = r.action_id where r.requester_id = ${id}`,
      order: sql`r.id desc`,
    },
    requests: {
      columns: [
        date('created_at', 'Pedido em'),
        coded('field', 'Dado', correctionFields),
        text('wanted', 'Como deve ficar'),
        date('due_at', 'Prazo'),
        coded(
          'accepted',
          'Situação',
          dataRequestOutcomes,
          sql`case when accepted is null then 'open' when accepted then 'accepted' else 'refused' end`,
        ),
        date('answered_at', 'Respondido em'),
        text('answer', 'Resposta'),
      ],
      from: sql`data_requests where user_id = ${id}`,
      order: sql`id desc`,
    },
  }
}

/** Returns the user's e-mail, by which messages and rate limits of the user are found. */
export async function findEmail(db: Db, userId: number): Promise<string> {
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return email
}

/** Reads the newest `take` rows of each section. The number of queries is fixed. */
export async function readSections(
  db: Db,
  subject: Subject,
  take: number,
): Promise<MyDataSection[]> {
  const sections: MyDataSection[] = []
  const queries = sectionsOf(subject)
  for (const [key, labels] of Object.entries(sectionWords)) {
    const query = queries[key as SectionKey]
    const { rows, total } = await readRows(db, query, take)
    const columns = query.columns.map((column) => ({
      key: column.key,
      header: column.header,
      kind: column.kind ?? ('text' as const),
    }))
    sections.push({ key, ...labels, columns, rows, total })
  }
  return sections
}

async function readRows(db: Db, { columns, from, order }: SectionQuery, take: number) {
  const cells = columns.map(({ value }) => value)
  const { rows } = await sql<{ cells: readonly unknown[]; total: number }>`
    select ${sql.join(cells.map((cell, place) => sql`${cell} as ${sql.ref(`cell${place}`)}`))},
      (select count(*) from ${from})::integer as total
    from ${from} order by ${order} limit ${take}`.execute(db)
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map((row) => {
      const found = row as unknown as Readonly<Record<string, string | number | Date | null>>
      return columns.map(({ labels }, place) => shown(found[`cell${place}`] ?? null, labels))
    }),
  }
}

function shown(value: string | number | Date | null, labels: SectionColumn['labels']): Cell {
  if (value instanceof Date) return value.toISOString()
  return labels && value !== null ? labels(String(value)) : value
}
