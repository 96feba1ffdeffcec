import { createHmac } from 'node:crypto'
import type pg from 'pg'
import type { EncryptionKey } from '../../secrets/keyring.ts'
import type { Manifest } from './manifest.ts'

export type UsedKey = Manifest['keys'][number]

/** Descriptions of the encrypted values of each table. A test compares the names of the tables with the schema. */
export const encryptedTables: Readonly<Record<string, string>> = {
  audit_keys: 'the key of the audit log, without which the server does not start',
  identity_providers: 'client secrets of identity providers',
  module_secrets: 'module secrets',
  outbox: 'texts of messages',
  signing_keys: 'keys that sign tokens, without which the server does not start',
  totp_factors: 'secrets of authenticator apps',
}

/**
 * Returns the keys with which values of this database are encrypted. In each table with encrypted values, the column
 * `key_id` names the key. Values
 * of retired rows are left out, because nothing decrypts them.
 */
export async function findUsedKeys(
  client: pg.Client,
  keys: readonly EncryptionKey[],
): Promise<UsedKey[]> {
  const { rows: tables } = await client.query<{ name: string; retires: boolean }>(
    `select relname as name,
       exists (select from pg_attribute r where r.attrelid = c.oid and r.attname = 'retired_at' and not r.attisdropped) as retires
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and a.attname = 'key_id' and not a.attisdropped
     order by relname`,
  )
  const used = new Map<string, UsedKey['values']>()
  for (const { name, retires } of tables) {
    const { rows } = await client.query<{ id: string; count: string }>(
      `select key_id as id, count(*)::text as count from ${client.escapeIdentifier(name)}
       where key_id is not null ${retires ? 'and retired_at is null' : ''} group by key_id`,
    )
    for (const { id, count } of rows)
      used.set(id, [...(used.get(id) ?? []), { table: name, count: Number(count) }])
  }
  return [...used].map(([id, values]) => {
    const key = keys.find((candidate) => candidate.id === id)
    return { id, check: key ? checkOf(key) : null, values }
  })
}

/** Returns the keys of the backup that are not among `keys`. A key of the same id with other bytes is another key. */
export function findMissingKeys(
  used: readonly UsedKey[],
  keys: readonly EncryptionKey[],
): UsedKey[] {
  return used.filter(({ id, check }) => {
    const key = keys.find((candidate) => candidate.id === id)
    return !key || (check !== null && check !== checkOf(key))
  })
}

/** Describes what cannot be decrypted without these keys, one line for each key. */
export function describeUnreadable(keys: readonly UsedKey[]): string {
  return keys
    .map(({ id, values }) => {
      const parts = values.map(
        ({ table, count }) => `${count} × ${encryptedTables[table] ?? table}`,
      )
      return `  key "${id}": ${parts.join('; ')}`
    })
    .join('\n')
}

/** Identifies a key of 256 random bits without revealing it. */
function checkOf({ key }: EncryptionKey): string {
  return createHmac('sha256', key).update('portaria-backup-key').digest('hex').slice(0, 32)
}
