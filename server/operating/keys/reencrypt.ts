import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../../database/database-types.ts'
import { recordAudit } from '../../audit/audit.ts'
import { auditKeyContext } from '../../audit/sealing/audit-key.ts'
import { moduleSecretContext } from '../../catalogue/module-secrets.ts'
import type { Db } from '../../database/database.ts'
import { totpContext } from '../../factors/totp-secrets.ts'
import { providerSecretContext } from '../../federation/identity-providers.ts'
import { messageContext } from '../../outbox/message-seal.ts'
import type { Keyring } from '../../secrets/keyring.ts'
import { signingKeyContext } from '../../sessions/signing-key-queries.ts'

/** Where a table has its encrypted values. */
interface EncryptedColumn {
  table: keyof Database
  /** Primary key. */
  id: string
  value: string
  /** Column of the record to which a value is bound. */
  owner: string
  contextOf: (owner: string) => string
}

/** All encrypted values. A test compares the tables with the schema. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  {
    table: 'audit_keys',
    id: 'name',
    value: 'private_ciphertext',
    owner: 'name',
    contextOf: auditKeyContext,
  },
  {
    table: 'signing_keys',
    id: 'id',
    value: 'private_ciphertext',
    owner: 'id',
    contextOf: signingKeyContext,
  },
  {
    table: 'identity_providers',
    id: 'id',
    value: 'client_secret_ciphertext',
    owner: 'id',
    contextOf: providerSecretContext,
  },
  {
    table: 'module_secrets',
    id: 'id',
    value: 'ciphertext',
    owner: 'module_id',
    contextOf: moduleSecretContext,
  },
  {
    table: 'totp_factors',
    id: 'user_id',
    value: 'ciphertext',
    owner: 'user_id',
    contextOf: totpContext,
  },
  { table: 'outbox', id: 'id', value: 'sealed_text', owner: 'id', contextOf: messageContext },
]

/** Rows of one transaction. */
const batch = 500

interface EncryptedRow {
  id: string | number
  owner: string
  value: Buffer
  key_id: string
}

/**
 * Encrypts again, with the first key of SECRETS_KEYS, all stored secrets that are encrypted with another of its keys.
 * Returns the number of values per table. Safe to run while servers run, and to repeat after an interruption. Needs the
 * owner's role, for the key of the audit log.
 */
export async function reencrypt(db: Db, keyring: Keyring): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const column of encryptedColumns) {
    const count = await reencryptColumn(db, keyring, column)
    if (count > 0) counts[column.table] = count
  }
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (total > 0)
    await recordAudit(db, {
      operation: 'reencryptSecrets',
      event: 'secrets.reencrypted',
      after: { secrets_key: keyring.firstId, encrypted_values: total },
      address: '',
      requestId: randomUUID(),
    })
  return counts
}

async function reencryptColumn(db: Db, keyring: Keyring, column: EncryptedColumn): Promise<number> {
  let count = 0
  let last: EncryptedRow['id'] | undefined
  let rows: EncryptedRow[]
  do {
    rows = await db.transaction().execute(async (within) => {
      const found = await oldValues(within, keyring, column, last)
      for (const row of found) count += await reencryptRow(within, keyring, column, row)
      return found
    })
    last = rows.at(-1)?.id
  } while (rows.length === batch)
  return count
}

async function oldValues(
  db: Db,
  keyring: Keyring,
  { table, id, value, owner }: EncryptedColumn,
  after: EncryptedRow['id'] | undefined,
): Promise<EncryptedRow[]> {
  const { rows } = await sql<EncryptedRow>`
    select ${sql.ref(id)} as id, ${sql.ref(owner)}::text as owner, ${sql.ref(value)} as value, key_id
    from ${sql.table(table)}
    where key_id = any(${keyring.otherIds}) and ${after === undefined ? sql`true` : sql`${sql.ref(id)} > ${after}`}
    order by ${sql.ref(id)} limit ${batch}`.execute(db)
  return rows
}

/** Returns 0 if the value was changed or deleted meanwhile, otherwise 1. */
async function reencryptRow(
  db: Db,
  keyring: Keyring,
  { table, id, value, contextOf }: EncryptedColumn,
  row: EncryptedRow,
): Promise<number> {
  const context = contextOf(row.owner)
  const sealed = keyring.seal(
    keyring.open({ ciphertext: row.value, keyId: row.key_id }, context),
    context,
  )
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.ref(value)} = ${sealed.ciphertext}, key_id = ${sealed.keyId}
    where ${sql.ref(id)} = ${row.id} and ${sql.ref(value)} = ${row.value}`.execute(db)
  return Number(numAffectedRows ?? 0)
}
