import { demoPeople } from '../database/demo/demo-people.ts'
import { named } from '../test/testing/console-client.ts'
import { basic, demoPassword } from '../test/testing/portal-client.ts'
import { type CallOptions, TestClient } from '../test/testing/test-client.ts'
import { p95 } from './measures.ts'
import type { PeoplePortal } from './people-portal.ts'

type Changed = 'functionActionRemove' | 'functionActionAdd' | 'profileUpdate'

/**
 * Measures the duration of sign-ins without other load, and during a change of a profile that a tenth of the users
 * hold.
 */
export async function signInsBesideChange(portal: PeoplePortal): Promise<string[]> {
  const { popularProfileId: id, popularActionId, popularModuleId } = portal.filled
  const client = new TestClient(portal.url)
  const taken: string[] = []
  const change = async <K extends Changed>(what: string, operation: K, options: CallOptions<K>) => {
    const begin = performance.now()
    await write(client, portal, operation, options)
    taken.push(`${what} ${Math.round(performance.now() - begin)} ms`)
  }
  const action = { body: { profile_id: id, action_id: popularActionId } }
  const profile = (status: 0 | 1) => ({
    params: { id: String(id) },
    body: { name: 'Medida popular', module_id: popularModuleId, status },
  })
  const alone = await timesOf(portal, client, () => new Promise((done) => setTimeout(done, 5000)))
  const beside = await timesOf(portal, client, async () => {
    for (let round = 0; round < 3; round++) {
      await change('an action taken', 'functionActionRemove', action)
      await change('and given', 'functionActionAdd', action)
      await change('the profile deleted', 'profileUpdate', profile(0))
      await change('and activated', 'profileUpdate', profile(1))
    }
  })
  const say = (times: number[]) =>
    `${times.length} sign-ins, p95 ${p95(times).toFixed(0)} ms, maximum ${Math.max(...times).toFixed(0)} ms`
  return [
    `Without changes: ${say(alone)}`,
    `While a profile of ${Math.floor(portal.people / 10)} users changes: ${say(beside)}`,
    `  ${taken.join(', ')}`,
  ]
}

/** Makes a write as the demo's administrator, with identity confirmation. */
async function write<K extends Changed>(
  client: TestClient,
  { administrator: { headers } }: PeoplePortal,
  operation: K,
  options: CallOptions<K>,
): Promise<void> {
  const { params, body } = options
  const proof = await client.call('userLocalValidatePassword', {
    headers,
    body: {
      email: demoPeople.administrator.email,
      password: demoPassword,
      operations: [named(operation, params, body)],
    },
  })
  const { outcome } = await client.call(operation, {
    ...options,
    headers: { ...headers, code: proof.data.code },
  })
  if (outcome !== '200') throw new Error(`${operation} returned ${outcome}.`)
}

/** Signs users in one after another until the work is done, and returns the duration of each sign-in. */
async function timesOf(
  { people }: PeoplePortal,
  client: TestClient,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const state = { done: false }
  const working = work().finally(() => (state.done = true))
  const times: number[] = []
  for (let n = 1; !state.done; n++) {
    const person = 1 + ((n * 50) % people)
    const email = `pessoa.${person}@operadora${person % 50}.example`
    const begin = performance.now()
    const { status } = await client.call('authLocal', { headers: basic(email, demoPassword) })
    // Every 33rd user is deleted, so this sign-in is refused and not measured.
    if (status === 200) times.push(performance.now() - begin)
  }
  await working
  return times
}
