import type { Db } from '../database/database.ts'
import { enqueueFirstAccess } from '../outbox/outbox-queries.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { findNames } from './user-queries.ts'

/** Maximum number of companies that an invitation names. */
const maxNamed = 3

const list = new Intl.ListFormat('pt-BR', { type: 'conjunction' })

/** Returns the inviting party as text: the names of the companies. */
export function invitingWords(companies: readonly string[]): string {
  if (companies.length === 0) return 'Um administrador'
  if (companies.length <= maxNamed) return list.format(companies)
  return list.format([...companies.slice(0, maxNamed), 'outras empresas'])
}

/** Enqueues an invitation to the first access, in the name of these companies. */
export async function invite(
  db: Db,
  keyring: Keyring,
  { userId, to, companies }: { userId: number; to: string; companies: readonly number[] },
): Promise<void> {
  const inviting = invitingWords(await findNames(db, companies))
  await enqueueFirstAccess(db, keyring, { userId, to, inviting })
}
