/** Rotations while two servers handle sign-ins: no request is refused (issue 36, row 4). */
import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cookieOf } from '../../test/testing/test-trips.ts'
import { secretsKey } from '../../test/testing/test-environment.ts'
import {
  type ServerSide,
  startTwoServers,
  type TwoServers,
} from '../../test/testing/two-servers.ts'
import { Keyring } from '../secrets/keyring.ts'
import {
  activateSigningKey,
  announceSigningKey,
  listSigningKeys,
  retireSigningKey,
} from './signing-key-rotation.ts'

const newKey = { id: 'novo', key: Buffer.alloc(32, 9) }
const keyring = new Keyring([newKey, secretsKey])

let app: TwoServers
let sides: [ServerSide, ServerSide]

beforeAll(async () => {
  // During a rolling restart, the new key is announced at the first server and active at the second one.
  app = await startTwoServers({ first: [secretsKey, newKey], second: [newKey, secretsKey] })
  sides = [app, app.second]
}, 120_000)
afterAll(() => app.close())

interface Browser {
  token: string
  cookie: string
}

/** Signs in with password and code, each step at the next of these servers. */
async function signIn(email: string, ...order: ServerSide[]): Promise<Browser> {
  const [one = app, two = one, three = one] = order
  const session = await one.trips.begin(email)
  const answer = await three.trips.answer(session, email, await two.trips.sendCode(session, email))
  expect(answer.outcome).toBe('200')
  return { token: answer.data.access_token, cookie: cookieOf(answer) }
}

async function outcomesOf(who: Browser): Promise<string[]> {
  const answers = await Promise.all(sides.map(({ trips }) => trips.validate(who.token, who.cookie)))
  return answers.map(({ outcome }) => outcome)
}

const kidOf = ({ token }: Browser) => decodeProtectedHeader(token).kid

describe('servers with the same keys in another order', () => {
  test('accept codes that the other one sent', async () => {
    const { email } = await app.build.user()
    await signIn(email, app, app, app.second)
    await signIn(email, app.second, app.second, app)
  })
})

test('announcing, activating and removing a signing key refuses no request at either server', async () => {
  const before = await signIn((await app.build.user()).email, app)
  const [first] = await listSigningKeys(app.db)
  const used = new Set<string | undefined>()
  const outcomes: string[] = []
  const rounds = [0, 0]
  const rotation = new AbortController()
  const traffic = sides.map(async (side, index) => {
    const other = sides[1 - index] ?? side
    do {
      const who = await signIn((await app.build.user()).email, side, other, side)
      used.add(kidOf(who))
      outcomes.push(...(await outcomesOf(who)), ...(await outcomesOf(before)))
      rounds[index] = (rounds[index] ?? 0) + 1
    } while (!rotation.signal.aborted)
  })
  /** Waits until both servers have completed further sign-ins. */
  const more = async () => {
    const enough = rounds.map((count) => count + 2)
    await expect
      .poll(() => rounds.every((count, at) => count >= (enough[at] ?? 0)), { timeout: 20_000 })
      .toBe(true)
  }
  await more()
  const { kid } = await announceSigningKey(app.db, keyring)
  await more()
  expect([...used]).toEqual([first?.kid])
  await activateSigningKey(app.db, keyring, { immediately: true })
  await more()
  expect([...used]).toEqual([first?.kid, kid])
  rotation.abort()
  await Promise.all(traffic)
  expect(outcomes.filter((outcome) => outcome !== '200')).toEqual([])

  for (const { trips } of sides) {
    const again = await trips.signIn((await app.build.user()).email)
    expect(kidOf(again)).toBe(kid)
  }
  await retireSigningKey(app.db, first?.kid ?? '', { immediately: true })
  await expect
    .poll(() => outcomesOf(before), { timeout: 5000 })
    .toEqual(['401 access-token-invalid', '401 access-token-invalid'])
}, 60_000)
