import { hash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { administratorOf, type ConsoleClient } from '../../../test/testing/console-client.ts'
import { confirmByPasskey, register } from '../../../test/testing/passkey-trips.ts'
import { flag, SoftwareAuthenticator } from '../../../test/testing/software-authenticator.ts'
import { createTestApp, type TestApp } from '../../../test/testing/test-app.ts'
import { commitmentTo } from '../personal-values.ts'
import { type SignedValue, statementText } from '../signed-confirmation.ts'
import { type ReadSignature, verifySignatures } from './verify-signatures.ts'

let app: TestApp
let admin: ConsoleClient
let key: SoftwareAuthenticator
let seq: number

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await sql`alter table audit_values disable trigger user`.execute(app.db)
  await sql`alter table audit_entries disable trigger user`.execute(app.db)
  await app.db.deleteFrom('audit_values').where('name', '=', 'signed').execute()
  await sql`update audit_entries set commitments = commitments - 'signed'`.execute(app.db)
  admin = await administratorOf(app)
  key = new SoftwareAuthenticator(app.origin)
  await register(app, admin.who, admin.person.email, key)
  const options = { body: { user: admin.person.id, question: 1, response: 'resposta' } }
  await confirmByPasskey(app, admin.who, key, 'userSecretQuestion', options)
  const row = await app.db
    .selectFrom('audit_values')
    .select('seq')
    .where('name', '=', 'signed')
    .executeTakeFirstOrThrow()
  ;({ seq } = row)
})

async function verified(): Promise<ReadSignature[]> {
  const found: ReadSignature[] = []
  await verifySignatures(app.db, (signature) => found.push(signature))
  return found
}

async function signedOf(): Promise<SignedValue> {
  const { value } = await app.db
    .selectFrom('audit_values')
    .select('value')
    .where('seq', '=', seq)
    .where('name', '=', 'signed')
    .executeTakeFirstOrThrow()
  return JSON.parse(value) as SignedValue
}

/** Replaces a value with its commitment, as an intruder who owns the tables could before the event is sealed. */
async function replace(name: 'signed' | 'after', value: unknown): Promise<void> {
  const forged = { value: JSON.stringify(value), salt: randomBytes(32) }
  await app.db
    .updateTable('audit_values')
    .set(forged)
    .where('seq', '=', seq)
    .where('name', '=', name)
    .execute()
  await sql`update audit_entries set commitments = commitments || jsonb_build_object(${name}::text, ${commitmentTo(forged)}::text)
    where seq = ${seq}`.execute(app.db)
}

const change = async (changed: Partial<SignedValue>) =>
  replace('signed', { ...(await signedOf()), ...changed })

/** Changes one bit. */
const flip = (text: string): string => {
  const bytes = Buffer.from(text, 'base64url')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  return bytes.toString('base64url')
}

describe('verification of signed confirmations', () => {
  test('says which operations were signed', async () => {
    expect(await verified()).toEqual([{ event: seq, operations: ['POST /user/secret-question'] }])
  })

  test('says that a signature was erased', async () => {
    await sql`select erase_audit_value(${seq}, 'signed')`.execute(app.db)
    expect(await verified()).toEqual([{ event: seq, operations: undefined }])
  })

  const tamperings: Record<string, () => Promise<unknown>> = {
    'a changed signature': async () => change({ signature: flip((await signedOf()).signature) }),
    'changed authenticator data': async () =>
      change({ authenticator_data: flip((await signedOf()).authenticator_data) }),
    'another key': async () => change({ public_key: flip((await signedOf()).public_key) }),
    'a signature without user verification': async () => {
      const challenge = hash('sha256', (await signedOf()).statement, 'base64url')
      const { response } = key.get({ challenge, rpId: 'localhost' }, { clear: flag.UV })
      return change({
        authenticator_data: response.authenticatorData,
        client_data_json: response.clientDataJSON,
        signature: response.signature,
      })
    },
    'other operations in the statement': async () => {
      const { statement } = await signedOf()
      return change({ statement: statement.replace('secret-question', 'set-password') })
    },
    'a statement without its signature': () =>
      change({
        statement: statementText({
          purpose: 'confirmation',
          session_id: 's',
          nonce: 'n',
          operations: [{ method: 'PUT', path: '/user/1', body_sha256: '0'.repeat(64) }],
        }),
      }),
    'a value that is no signature': () => replace('signed', 'x'),
    'other operations beside the signature': () =>
      replace('after', { operations: ['PUT /user/1'] }),
    'the event of another session': () =>
      sql`update audit_entries set session_id = gen_random_uuid() where seq = ${seq}`.execute(
        app.db,
      ),
    'the event of another company': () =>
      sql`update audit_entries set company_id = 4711 where seq = ${seq}`.execute(app.db),
  }

  test.each(Object.entries(tamperings))(
    'reports %s with the number of the event',
    async (_, tamper) => {
      await tamper()
      await expect(verified()).rejects.toThrow(new RegExp(`^event ${seq} has a signature `))
    },
  )

  test('reports the signature of another event', async () => {
    const other = await signedOf()
    const options = { body: { user: admin.person.id, question: 2, response: 'outra' } }
    const again = await app.trips.arrive(await app.trips.enter(admin.person), admin.person.at)
    await confirmByPasskey(app, again, key, 'userSecretQuestion', options)
    const last = await app.db
      .selectFrom('audit_values')
      .select(({ fn }) => fn.max('seq').as('seq'))
      .where('name', '=', 'signed')
      .executeTakeFirstOrThrow()
    seq = last.seq
    await replace('signed', other)
    await expect(verified()).rejects.toThrow(`event ${seq} has a signature of another session`)
  })
})
