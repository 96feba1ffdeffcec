/** SECRETS_KEYS is rotated by the steps of docs/operating.md ('Rotating keys') while people sign in. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BareDatabase, createBareDatabase } from '../../../test/testing/bare-database.ts'
import { ServerProcess } from '../../../test/testing/server-process.ts'
import { consoleUrl, ownerUrlOf } from '../../../test/testing/test-database.ts'
import { secretsKey, secretsKeysText } from '../../../test/testing/test-environment.ts'
import { cookieOf, TestTrips } from '../../../test/testing/test-trips.ts'
import { type EncryptionKey, Keyring } from '../../secrets/keyring.ts'
import { reencrypt } from './reencrypt.ts'

const newKey = { id: 'novo', key: Buffer.alloc(32, 9) }
const keyring = new Keyring([newKey, secretsKey])

let database: BareDatabase
let servers: ServerProcess[] = []
/** Tokens of all sign-ins so far. */
const begun: { token: string; cookie: string }[] = []

beforeAll(async () => {
  database = await createBareDatabase()
  servers = [await start([secretsKey]), await start([secretsKey])]
}, 120_000)
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await database.close()
})

function start(keys: readonly EncryptionKey[]): Promise<ServerProcess> {
  const { url } = database
  return ServerProcess.start({
    DATABASE_URL: url,
    DATABASE_OWNER_URL: ownerUrlOf(url),
    PUBLIC_URL: consoleUrl,
    SECRETS_KEYS: secretsKeysText(keys),
  })
}

const tripsOf = ({ client }: ServerProcess) => new TestTrips(client, database.db, keyring)

/** Restarts the processes one by one with these keys. After each restart, users sign in through both processes. */
async function restartWith(...keys: EncryptionKey[]): Promise<void> {
  for (const [index, server] of servers.entries()) {
    await server.stop()
    servers[index] = await start(keys)
    await signInAcross()
  }
}

/** Signs in with each server as the one that sends the code, and the other one as the one that checks it. */
async function signInAcross(): Promise<void> {
  const [one, other] = servers.map(tripsOf)
  if (!one || !other) throw new Error('Two servers are needed.')
  const { email } = await database.build.user()
  for (const [sender, checker] of [
    [one, other],
    [other, one],
  ] as const) {
    const session = await checker.begin(email)
    const answer = await checker.answer(session, email, await sender.sendCode(session, email))
    expect(answer.outcome).toBe('200')
    begun.push({ token: answer.data.access_token, cookie: cookieOf(answer) })
  }
  for (const { token, cookie } of begun)
    for (const trips of [one, other])
      expect((await trips.validate(token, cookie)).outcome).toBe('200')
}

test('rotating SECRETS_KEYS by rolling restarts refuses no code and no token', async () => {
  await signInAcross()
  await restartWith(secretsKey, newKey)
  await restartWith(newKey, secretsKey)
  await reencrypt(database.db, keyring)
  await restartWith(newKey)
  expect(begun).toHaveLength(14)
}, 240_000)

test('a process without the new key does not start', async () => {
  await expect(start([secretsKey])).rejects.toThrow('The server did not start.')
}, 60_000)
