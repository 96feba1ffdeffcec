import { sql } from 'kysely'
import { next } from './catalogue-builders.ts'
import type { TestApp } from './test-app.ts'

/** Rows that an import file of users refers to: a company with a SPID, and a profile of a module with seats. */
export interface PeopleScenario {
  companyId: number
  company: string
  document: string
  moduleId: number
  profileId: number
  profile: string
}

/** Creates a company with the SPID VOZ1, or uses an existing one, and a module with seats and a profile. */
export async function peopleScenario(
  { build, db }: TestApp,
  { seats = 10, companyId }: { seats?: number; companyId?: number } = {},
): Promise<PeopleScenario> {
  const id = companyId ?? (await build.company({ spids: ['VOZ1'] })).id
  const { id: moduleId } = await build.module({ secret: false })
  await build.plan({ companyId: id, moduleId, seats })
  const profileId = await build.profile({ moduleId })
  const { name: profile } = await db
    .updateTable('profiles')
    .set({ accredited_enable: true })
    .where('id', '=', profileId)
    .returning('name')
    .executeTakeFirstOrThrow()
  const { name: company, document } = await db
    .selectFrom('companies')
    .select(['name', 'document'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { companyId: id, company, document, moduleId, profileId, profile }
}

const titles = 'Nome;E-mail;Telefone;CNPJ;SPID;Perfil'

/** Returns an import file of users with these lines. */
export const peopleFile = (...lines: string[]): string => [titles, ...lines, ''].join('\n')

/** Returns the line of a user, by default of a new user without a profile. */
export function personLine({
  name = 'Ana Souza',
  email = `ana${next()}@operadora.example`,
  phone = '+55 (11) 98765-4321',
  document = '',
  spid = '',
  profile = '',
}: Partial<Record<'name' | 'email' | 'phone' | 'document' | 'spid' | 'profile', string>>): string {
  return [name, email, phone, document, spid, profile].join(';')
}

/** Returns a user's profiles and companies; undefined if no user has the e-mail. */
export async function standingOf({ db }: TestApp, email: string) {
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirst()
  if (!user) return undefined
  const held = await db
    .selectFrom('user_profiles')
    .select(['profile_id', 'company_id', 'spid'])
    .where('user_id', '=', user.id)
    .orderBy('company_id')
    .orderBy('profile_id')
    .orderBy(sql`spid nulls first`)
    .execute()
  const links = await db
    .selectFrom('user_companies')
    .select('company_id')
    .where('user_id', '=', user.id)
    .orderBy('company_id')
    .execute()
  return { user, held, companies: links.map(({ company_id }) => company_id) }
}
