/** Encrypting stored secrets with another key of SECRETS_KEYS (decision 87). */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administratorOf } from '../../../test/testing/console-client.ts'
import { createTestApp, type TestApp } from '../../../test/testing/test-app.ts'
import { secretsKey } from '../../../test/testing/test-environment.ts'
import { waitingFor } from '../../../test/testing/waiting-for.ts'
import { loadAuditKey } from '../../audit/sealing/audit-key.ts'
import { ensureModuleSecret } from '../../catalogue/module-secrets.ts'
import { insertTotp } from '../../factors/factor-queries.ts'
import { TotpSecrets } from '../../factors/totp-secrets.ts'
import { onOneConnection } from '../../database/one-connection.ts'
import { enqueueMessage } from '../../outbox/outbox-queries.ts'
import { openText } from '../../outbox/message-seal.ts'
import { Keyring, UnknownKey } from '../../secrets/keyring.ts'
import { loadSigningKeys } from '../../sessions/signing-keys.ts'
import { listSigningKeys } from '../../sessions/signing-key-rotation.ts'
import { encryptedTables, findUsedKeys } from '../backup/encrypted-values.ts'
import { describeKeys } from './describe-keys.ts'
import { encryptedColumns, reencrypt } from './reencrypt.ts'

const newKey = { id: 'novo', key: Buffer.alloc(32, 9) }
const keys = [newKey, secretsKey]
const both = new Keyring(keys)
const onlyNew = new Keyring([newKey])

let app: TestApp
let moduleId: number

beforeAll(async () => {
  app = await createTestApp()
  const visitor = await app.build.visitor()
  moduleId = visitor.at.module.id
  await sql`
    insert into identity_providers (id, name, issuer, client_id, client_secret_ciphertext, key_id, email_domain)
    values (7, 'P', 'https://p.example', 'c', ${app.app.keyring.seal('s', 'identity-provider:7').ciphertext}, ${secretsKey.id}, 'p.example')`.execute(
    app.db,
  )
  await enqueueMessage(app.db, app.app.keyring, {
    channel: 'email',
    to: 'ana@operadora.example',
    subject: 'Código',
    text: 'texto',
  })
  const sealed = new TotpSecrets({ keyring: app.app.keyring, clock: app.clock }).seal(
    'S',
    visitor.id,
  )
  await insertTotp(app.db, { userId: visitor.id, sealed, step: 0, now: app.clock.now() })
})
afterAll(() => app.close())

const used = () => onOneConnection(app.databaseUrl, (client) => findUsedKeys(client, keys))
const report = async () =>
  describeKeys({
    signing: await listSigningKeys(app.db),
    configured: keys.map(({ id }) => id),
    used: await used(),
  })

test('every table with encrypted values is encrypted again', () => {
  expect(encryptedColumns.map(({ table }) => table).toSorted()).toEqual(
    Object.keys(encryptedTables).toSorted(),
  )
})

describe('after the new key is first in every process', () => {
  test('all stored secrets are encrypted with it, and the old one is unused', async () => {
    expect(await report()).toContain('test  decrypts; ')
    const counts = await reencrypt(app.db, both)
    expect(Object.keys(counts).toSorted()).toEqual(Object.keys(encryptedTables).toSorted())
    expect((await used()).map(({ id }) => id)).toEqual(['novo'])
    expect(await report()).toContain('test  unused: ')

    expect(await ensureModuleSecret(app.db, onlyNew, moduleId)).toMatch(/^[\w-]{43}$/)
    await loadAuditKey(app.db, onlyNew, 'https://acesso.example')
    await loadSigningKeys(app.db, onlyNew)
    const message = await app.db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()
    const sealed = { ciphertext: message.sealed_text ?? Buffer.alloc(0), keyId: 'novo' }
    expect(openText(onlyNew, message.id, sealed).text).toBe('texto')
    const { client_secret_ciphertext: ciphertext } = await app.db
      .selectFrom('identity_providers')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(onlyNew.open({ ciphertext, keyId: 'novo' }, 'identity-provider:7')).toBe('s')
    const totp = await app.db.selectFrom('totp_factors').selectAll().executeTakeFirstOrThrow()
    const totpSecrets = new TotpSecrets({ keyring: onlyNew, clock: app.clock })
    expect(totpSecrets.unseal(totp)).toBe('S')

    const event = await app.db
      .selectFrom('audit_events')
      .select('after')
      .where('event', '=', 'secrets.reencrypted')
      .executeTakeFirstOrThrow()
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
    expect(event.after).toEqual({ secrets_key: 'novo', encrypted_values: total })
  })

  test('the name of the audit log and its public key never change', async () => {
    for (const change of ['name', 'verifier_key'])
      await expect(
        sql`update audit_keys set ${sql.ref(change)} = 'x'`.execute(app.db),
      ).rejects.toThrow('rows are only ever inserted')
  })

  test('a second run changes nothing', async () => {
    expect(await reencrypt(app.db, both)).toEqual({})
  })

  test('a process without the new key names the variable, and lets another process respond', async () => {
    const old = new Keyring([secretsKey])
    await expect(ensureModuleSecret(app.db, old, moduleId)).rejects.toThrow(UnknownKey)
    await expect(loadSigningKeys(app.db, old)).rejects.toThrow(
      'SECRETS_KEYS has no key "novo", with which a stored secret was encrypted. Add this key',
    )
  })
})

test('values of a key that is not configured stay as they are, and are named as missing', async () => {
  await app.db.updateTable('module_secrets').set({ key_id: 'perdida' }).execute()
  const admin = await administratorOf(app)
  const read = await admin.call('moduleSecretGet', { params: { id: String(moduleId) } })
  expect(read.outcome).toBe('503 unavailable')
  expect(await reencrypt(app.db, both)).toEqual({})
  expect(await report()).toMatch(/perdida {2}MISSING in SECRETS_KEYS; \d+ × module secrets/)
})

test('a concurrent change of a value is not overwritten', async () => {
  const provider = () => app.db.selectFrom('identity_providers').selectAll().where('id', '=', 7)
  const { key_id } = await provider().executeTakeFirstOrThrow()
  expect(key_id).toBe('novo')
  const context = 'identity-provider:7'
  const changed = onlyNew.seal('trocado', context)
  const change = await app.db.startTransaction().execute()
  await change
    .updateTable('identity_providers')
    .set({ client_secret_ciphertext: changed.ciphertext })
    .where('id', '=', 7)
    .execute()
  // Reads the former value, and waits for the row.
  const running = reencrypt(app.db, new Keyring([secretsKey, newKey]))
  await waitingFor(app.db, 'update "identity_providers"')
  await change.commit().execute()
  expect(await running).not.toHaveProperty('identity_providers')
  const { client_secret_ciphertext: ciphertext } = await provider().executeTakeFirstOrThrow()
  expect(onlyNew.open({ ciphertext, keyId: 'novo' }, context)).toBe('trocado')
})
