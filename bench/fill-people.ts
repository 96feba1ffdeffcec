import { sql } from 'kysely'
import type { Db } from '../server/database/database.ts'
import { hashPassword, ownWork } from '../server/secrets/password-hash.ts'
import { fillPlans } from '../test/testing/fill-plans.ts'
import { demoPassword } from '../test/testing/portal-client.ts'
import { withUnlimitedConnection } from './unlimited-connection.ts'

/** Ids of rows that the measures use. */
export interface FilledPeople {
  /** Id of a user in the middle of the table, who holds three profiles. */
  userId: number
  companyId: number
  moduleId: number
  functionId: number
  /** Profile that every tenth user holds. */
  popularProfileId: number
  popularModuleId: number
  /** An action of that profile. */
  popularActionId: number
}

/** Number of users per company, and number of users with a rare name. */
const perCompany = 200
const rareNames = 5

/**
 * Fills an empty portal with users who hold three profiles each, deterministically. The names are Portuguese words,
 * some frequent, some rare. Existing data is reused.
 */
export function fillPeople(ownerUrl: string, people: number): Promise<FilledPeople> {
  return withUnlimitedConnection(ownerUrl, async (db) => {
    if (!(await find(db, people))) await fill(db, people)
    const found = await find(db, people)
    if (!found) throw new Error('The users were not created.')
    return found
  })
}

async function find(db: Db, people: number): Promise<FilledPeople | undefined> {
  const { rows } = await sql<FilledPeople>`
    select u.id as "userId", up.company_id as "companyId", p.module_id as "moduleId",
      (select min(function_id) from profile_functions where profile_id = p.id) as "functionId",
      popular.id as "popularProfileId", popular.module_id as "popularModuleId",
      (select min(action_id) from profile_actions where profile_id = popular.id) as "popularActionId"
    from users u
    join user_profiles up on up.user_id = u.id
    join profiles p on p.id = up.profile_id
    join profiles popular on popular.name = 'Medida popular'
    where u.email like ${`pessoa.${Math.floor(people / 2) + 1}@%`}
    order by up.id limit 1`.execute(db)
  return rows[0]
}

async function fill(db: Db, people: number): Promise<void> {
  const companies = Math.max(1, Math.floor(people / perCompany))
  await sql`set synchronous_commit = off`.execute(db)
  await sql`set maintenance_work_mem = '512MB'`.execute(db)
  await sql`select setseed(0.5)`.execute(db)
  const { planId } = await fillPlans(db, { companies, modules: 40, plans: 200 })
  await sql`update plan_modules set seat_limit = 99 where plan_id = ${planId}`.execute(db)
  await fillProfiles(db, planId)
  // Disables triggers: checking seats and references row by row would take an hour, and the data satisfies them.
  await sql`set session_replication_role = replica`.execute(db)
  const { rows: indexes } = await sql<{ name: string; made: string }>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made
    from pg_index i where i.indrelid in ('users'::regclass, 'user_profiles'::regclass)
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`.execute(db)
  for (const { name } of indexes) await sql`drop index ${sql.raw(name)}`.execute(db)
  await fillUsers(db, people)
  await fillHoldings(db, { people, companies, planId })
  for (const { made } of indexes) await sql.raw(made).execute(db)
  await sql`set session_replication_role = origin`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

/**
 * Creates two profiles for each module of the plan that every company has. The two profiles of the first module are the
 * popular profile and its alternative.
 */
async function fillProfiles(db: Db, planId: number): Promise<void> {
  await sql`
    with place as (
      select module_id, row_number() over (order by module_id) as n from plan_modules where plan_id = ${planId}),
    profile as (
      insert into profiles (name, module_id)
      select case when place.n = 1 and k = 1 then 'Medida popular' else 'Medida ' || place.n || '.' || k end, module_id
      from place, generate_series(1, 2) k returning id, module_id),
    function as (
      insert into functions (module_id, name, url)
      select module_id, 'Função de medida ' || k, '/medida/' || k from place, generate_series(1, 5) k returning id, module_id),
    action as (
      insert into actions (function_id, name, path)
      select id, 'Ação ' || k, 'acao-' || k from function, generate_series(1, 3) k returning id, function_id),
    held as (
      insert into profile_functions (profile_id, function_id, module_id)
      select p.id, f.id, p.module_id from profile p join function f on f.module_id = p.module_id)
    insert into profile_actions (profile_id, function_id, action_id)
    select p.id, f.id, a.id from profile p join function f on f.module_id = p.module_id join action a on a.function_id = f.id`.execute(
    db,
  )
}

const given =
  'Adriana,Alice,Aline,Amanda,Ana,André,Antônio,Augusto,Beatriz,Bernardo,Bruna,Caio,Carla,Carlos,Cauê,Cecília,César,Clarice,Cláudia,Daniel,Débora,Diego,Eduarda,Elisa,Érica,Fábio,Felipe,Fernanda,Flávia,Francisco,Gabriel,Glória,Gustavo,Heitor,Heloísa,Henrique,Inês,Isabela,Jéssica,João,José,Juliana,Lara,Larissa,Letícia,Lívia,Lourenço,Luís,Luiza,Márcia,Maria,Mateus,Mônica,Natália,Nélson,Patrícia,Paulo,Raíssa,Renata,Rogério,Simone,Tânia,Thiago,Valéria,Vanessa,Vicente,Vinícius,Vitória,Yasmin'
const family =
  'Abreu,Aguiar,Alcântara,Almeida,Andrade,Araújo,Assunção,Azevedo,Barbosa,Bittencourt,Borges,Brandão,Caldeira,Câmara,Cardoso,Castro,Coutinho,Cunha,Damasceno,Esteves,Falcão,Fonseca,Furtado,Gonçalves,Guimarães,Jordão,Leão,Lobato,Magalhães,Maranhão,Meireles,Moraes,Moutinho,Muniz,Novaes,Paixão,Peçanha,Queirós,Quintão,Rezende,Rocha,Sá,Sampaio,Siqueira,Teixeira,Toledo,Valadão,Vasconcelos'
const linked = 'da Silva,dos Santos,de Oliveira,de Souza,da Costa,do Nascimento'

/** Creates users with random names. A few names contain a w or a double z, which no other name does. */
async function fillUsers(db: Db, people: number): Promise<void> {
  const hash = await hashPassword(demoPassword, ownWork)
  const pick = (words: string) => {
    const count = words.split(',').length
    return sql`(string_to_array(${words}::text, ','))[1 + floor(random() * ${sql.lit(count)})]`
  }
  const each = Math.max(1, Math.floor(people / rareNames))
  await sql`
    with made as (
      insert into users (name, email, phone_number, active, suspended, last_access_at, created_at, updated_at)
      select case when n % ${each} = 0 then 'Wozzy ' else '' end || ${pick(given)} || ' '
          || case when random() < 0.5 then ${pick(linked)} || ' ' else '' end || ${pick(family)},
        'pessoa.' || n || '@operadora' || n % 50 || '.example',
        '5511' || lpad((n::bigint * 7919 % 1000000000)::text, 9, '0'),
        n % 33 <> 0, n % 50 = 0,
        case when n % 10 > 0 then now() - random() * interval '200 days' end,
        now() - interval '200 days' - random() * interval '900 days', now() - random() * interval '200 days'
      from generate_series(1, ${people}::integer) n returning id)
    insert into passwords (user_id, hash) select id, ${hash} from made`.execute(db)
}

/**
 * Links each user to one company and assigns three profiles: the popular one (to every tenth user) or its alternative,
 * and two more.
 */
async function fillHoldings(
  db: Db,
  { people, companies, planId }: { people: number; companies: number; planId: number },
): Promise<void> {
  await sql`
    create temporary table measured as
    with person as (
      select id, row_number() over (order by id) as n from users where email like 'pessoa.%@operadora%.example'),
    place as (
      select company_id, row_number() over (order by company_id) as n from plan_companies where plan_id = ${planId})
    select person.id, person.n / ${companies}::integer as within, place.company_id
    from person join place on place.n = 1 + person.n % ${companies}`.execute(db)
  await sql`insert into user_companies (user_id, company_id) select id, company_id from measured`.execute(
    db,
  )
  await sql`
    with profile as (
      select p.id, row_number() over (order by p.id) - 1 as n from profiles p
      where p.name like 'Medida %.%' and p.name <> 'Medida 1.2'),
    popular as (select id from profiles where name = 'Medida popular')
    insert into user_profiles (user_id, profile_id, company_id)
    select m.id, case when k = 0 and m.within % 10 = 0 then popular.id else profile.id end, m.company_id
    from measured m cross join generate_series(0, 2) k cross join popular
    join profile on profile.n = (m.within + k * 6) % 18`.execute(db)
  const { rows } = await sql<{ held: number }>`select count(*) as held from user_profiles`.execute(
    db,
  )
  if (Number(rows[0]?.held) < people * 3) throw new Error('Some users do not hold three profiles.')
}
