import { domainToUnicode } from 'node:url'
import type { Db } from '../database/database.ts'

const columns = [
  'id',
  'issuer',
  'client_id',
  'client_secret_ciphertext',
  'key_id',
  'email_domain',
] as const

const activeProviders = (db: Db) =>
  db.selectFrom('identity_providers').select(columns).where('active', '=', true)

export type ProviderRow = NonNullable<Awaited<ReturnType<typeof findProvider>>>

export async function findProvider(db: Db, id: number) {
  return activeProviders(db).where('id', '=', id).executeTakeFirst()
}

/** Returns the domains in two spellings: ASCII, as in e-mails, and Unicode, as an operator may have configured them. */
export const spellingsOf = (domains: readonly string[]): string[] => [
  ...new Set(domains.flatMap((domain) => [domain, domainToUnicode(domain)])),
]

export async function findProviderOfDomain(
  db: Db,
  domain: string,
): Promise<ProviderRow | undefined> {
  return activeProviders(db)
    .where('email_domain', 'in', spellingsOf([domain]))
    .orderBy('id')
    .executeTakeFirst()
}

/** Returns the provider with this issuer and one of these client ids. */
export async function findProviderOfClient(
  db: Db,
  issuer: string,
  clientIds: string[],
): Promise<ProviderRow | undefined> {
  return activeProviders(db)
    .where('issuer', '=', issuer)
    .where('client_id', 'in', clientIds)
    .executeTakeFirst()
}

export async function hasProvider(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('identity_providers')
    .select('id')
    .where('active', '=', true)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
