import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { associationId } from '../database/demo/demo-companies.ts'
import { type Random, seededRandom } from '../database/demo/random.ts'
import type { Db } from '../server/database/database.ts'
import { hashPassword, ownWork, verifyPassword } from '../server/secrets/password-hash.ts'
import { codeIn } from '../test/testing/code-in-message.ts'
import { readMessages } from '../test/testing/read-messages.ts'
import { basic, type Caller, TestClient } from '../test/testing/test-client.ts'
import { median, p95 } from './measures.ts'
import { timesInQueue } from './queue-simulation.ts'
import type { Stage } from './stage.ts'
import type { Portal } from './start-portal.ts'
import type { Row } from './table.ts'
import { withUnlimitedConnection } from './unlimited-connection.ts'

/** Users behind one address, and seconds within which they arrive: five times the rate of issue 34. */
const crowd = { people: 600, seconds: 60 }
/** The same rate for a tenth of the time. */
const briefCrowd = { people: 60, seconds: 6 }
/** Share of users who mistype their password once, and the seconds until they try again. */
const mistyped = 0.05
const secondsToRetry = 2

const behindOneAddress: Caller = { address: '203.0.113.200' }
const password = 'Multidao-2026!'
const emailOf = (n: number): string => `multidao.${n}@portaria.example`

/** A password attempt: when it was sent and how long the response took, in milliseconds. */
interface Attempt {
  sentAt: number
  took: number
}

interface Person {
  email: string
  /** Milliseconds from the beginning. */
  arrival: number
  mistypes: boolean
}

/** Number of users who sign in one after another before the crowd. */
const alone = 20

/** Durations without other load, in milliseconds. */
interface AtRest {
  hash: number
  /** Time from sending a password to the response. */
  signIn: number
}

/**
 * Compares complete sign-ins of many users behind one address with their expected duration: that of a sign-in at rest,
 * plus the wait of the same arrivals in a simulated queue with the server's number of parallel hashes.
 */
export async function compareCrowd({ portal, brief }: Stage): Promise<Row[]> {
  const { people, seconds } = brief ? briefCrowd : crowd
  const random = seededRandom(34)
  const persons = Array.from({ length: people }, (_, n) => personOf(random, n, seconds))
  return withUnlimitedConnection(portal.ownerUrl, async (db) => {
    const passwordHash = await hashPassword(password, ownWork)
    await createPeople(db, people + alone, passwordHash)
    const first = new SignInDesk(portal, db)
    for (let n = people; n < people + alone; n++)
      await first.signIn({ email: emailOf(n), arrival: 0, mistypes: false })
    if (first.refusals.length > 0) throw new Error(`A sign-in returned ${first.refusals[0]}.`)
    const signIn = median(first.attempts.map(({ took }) => took))
    const desk = new SignInDesk(portal, db)
    const hash = await timeOfHash(passwordHash)
    const begin = performance.now()
    await Promise.all(
      persons.map(async (person) => {
        await sleep(begin + person.arrival - performance.now())
        await desk.signIn(person)
      }),
    )
    return rowsOf(desk, { hash, signIn })
  })
}

function personOf(random: Random, n: number, seconds: number): Person {
  return {
    email: emailOf(n),
    arrival: random.below(seconds * 1000),
    mistypes: random.chance(mistyped),
  }
}

function rowsOf({ attempts, refusals }: SignInDesk, { hash, signIn }: AtRest): Row[] {
  const servers = availableParallelism()
  const arrivals = attempts.map(({ sentAt }) => sentAt)
  const inQueue = timesInQueue(arrivals, { servers, service: hash })
  const explained = inQueue.map((time) => time - hash + signIn)
  const measured = attempts.map(({ took }) => took)
  console.log(
    `  ${attempts.length} passwords, at rest ${signIn.toFixed(1)} ms for each, ${hash.toFixed(1)} of them for its hash, ${servers} at a time; refused: ${countsOf(refusals) || 'none'}`,
  )
  const row = (measure: string, of: (times: readonly number[]) => number, aim: number): Row => {
    const [theirs, ours] = [of(explained), of(measured)]
    console.log(`  ${measure}: ${theirs.toFixed(1)} ms explained, ${ours.toFixed(1)} ms measured`)
    return { measure, ours: 1000 / ours, beside: 1000 / theirs, ratio: theirs / ours, aim }
  }
  return [
    row('crowd: p95 explained / measured', p95, 0.5),
    row('crowd: slowest explained / measured', (times) => Math.max(...times), 0.5),
    { measure: 'crowd: refused', value: refusals.length, aim: 0 },
  ]
}

/** Counts equal outcomes: `503 unavailable × 12, 429 too-many-requests × 1`. */
function countsOf(outcomes: readonly string[]): string {
  const groups = [...Map.groupBy(outcomes, (outcome) => outcome)]
  return groups.map(([outcome, { length }]) => `${outcome} × ${length}`).join(', ')
}

/** Signs users in. Records the times of their password attempts, and the refusals. */
class SignInDesk {
  readonly attempts: Attempt[] = []
  /** Outcomes other than the expected ones, such as `429 too-many-requests`. */
  readonly refusals: string[] = []
  readonly #client: TestClient
  readonly #outbox: Parameters<typeof readMessages>[0]

  constructor({ url, keyring }: Portal, db: Db) {
    this.#client = new TestClient(url)
    this.#outbox = { db, keyring }
  }

  async signIn({ email, mistypes }: Person): Promise<void> {
    if (mistypes) {
      const { outcome } = await this.#try(email, `${password}x`)
      if (!outcome.startsWith('401')) this.refusals.push(outcome)
      await sleep(secondsToRetry * 1000)
    }
    const begun = await this.#try(email, password)
    if (begun.status !== 200) return void this.refusals.push(begun.outcome)
    const { Session: session } = begun.data
    const sent = await this.#client.call('userChooseMfa', {
      ...behindOneAddress,
      body: { session, email, answer: 'EMAIL_OTP' },
    })
    if (sent.status !== 200) return void this.refusals.push(sent.outcome)
    const [message] = await readMessages(this.#outbox, { to: email })
    const code = codeIn(message?.text ?? '') ?? ''
    const signedIn = await this.#client.call('userChangeMfa', {
      ...behindOneAddress,
      body: { session, email, code, challengeName: 'EMAIL_OTP' },
    })
    if (signedIn.status !== 200) this.refusals.push(signedIn.outcome)
  }

  async #try(email: string, typed: string) {
    const sentAt = performance.now()
    const answer = await this.#client.call('authLocal', {
      ...behindOneAddress,
      headers: basic(email, typed),
    })
    this.attempts.push({ sentAt, took: performance.now() - sentAt })
    return answer
  }
}

/** Creates users with this password hash. */
async function createPeople(db: Db, people: number, hash: string): Promise<void> {
  const users = await db
    .insertInto('users')
    .values(
      Array.from({ length: people }, (_, n) => ({
        name: 'Pessoa da Multidão',
        email: emailOf(n),
        phone_number: `5561${String(900_000_000 + n)}`,
      })),
    )
    .returning('id')
    .execute()
  const ids = users.map(({ id }) => id)
  await db
    .insertInto('user_companies')
    .values(ids.map((user_id) => ({ user_id, company_id: associationId })))
    .execute()
  await db
    .insertInto('passwords')
    .values(ids.map((user_id) => ({ user_id, hash })))
    .execute()
  await sql`analyze users, user_companies, passwords`.execute(db)
}

/** Returns the milliseconds of one hash without other load. */
async function timeOfHash(hash: string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 20; round++) {
    const begin = performance.now()
    await verifyPassword(password, hash, ownWork)
    times.push(performance.now() - begin)
  }
  return median(times)
}
