import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { api, type Operation } from '../../contract/api.ts'
import { administratorProfileId } from '../../contract/constants.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { ScreenPath } from '../../contract/screens.ts'
import { defaultPassword, type Visitor } from './builders.ts'
import type { TestApp } from './test-app.ts'
import type { CallOptions } from './test-client.ts'
import type { SignedIn } from './test-trips.ts'

/** A user of the console. Calls as the screens do, and confirms identity where a write requires it. */
export class ConsoleClient {
  readonly person: Visitor
  readonly who: SignedIn
  readonly #app: Pick<TestApp, 'client'>

  constructor(app: Pick<TestApp, 'client'>, person: Visitor, who: SignedIn) {
    this.#app = app
    this.person = person
    this.who = who
  }

  /** Calls an operation. Confirms identity first if the operation always or conditionally requires it. */
  async call<K extends Operation>(operation: K, options: CallOptions<K>) {
    const { confirm }: Endpoint = api[operation]
    const code = confirm && (await this.confirm(operation, options))
    return this.#app.client.call(operation, {
      ...this.who,
      ...options,
      ...(code !== undefined && { headers: { code } }),
    })
  }

  /** Calls with exactly these headers, for example without a confirmation or with another call's confirmation. */
  callWith<K extends Operation>(
    headers: Record<string, string>,
    operation: K,
    options: CallOptions<K>,
  ) {
    return this.#app.client.call(operation, { ...this.who, ...options, headers })
  }

  /** Confirms identity by password for one write and returns the code. */
  async confirm<K extends Operation>(operation: K, options: CallOptions<K>): Promise<string> {
    const { params, body } = options
    const answer = await this.#app.client.call('userLocalValidatePassword', {
      ...this.who,
      body: {
        email: this.person.email,
        password: defaultPassword,
        operations: [named(operation, params, body)],
      },
    })
    return answer.data.code
  }
}

/** Returns method, path and body digest of a write, as a confirmation lists it. */
export function named(operation: Operation, params: unknown, body: unknown) {
  const { method, path }: Endpoint = api[operation]
  if (method === 'GET') throw new Error('Reads are not confirmed.')
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(Reflect.get(Object(params), name))),
  )
  const bytes = body === undefined ? '' : JSON.stringify(body)
  return { method, path: filled, body_sha256: hash('sha256', bytes) }
}

/** Signs a user in to the console with a new session. */
export async function arriveInConsole(
  app: Pick<TestApp, 'client' | 'trips'>,
  person: Visitor,
): Promise<ConsoleClient> {
  const initial = await app.trips.enter(person)
  return new ConsoleClient(app, person, await app.trips.arrive(initial, person.at))
}

/** Creates an administrator and signs in to the console. */
export async function administratorOf(
  app: Pick<TestApp, 'client' | 'trips' | 'build'>,
): Promise<ConsoleClient> {
  return arriveInConsole(app, await app.build.consoleUser({ profileId: administratorProfileId }))
}

/** Creates a company user who has only these screens, with all of their actions. */
export async function holderOf(
  app: TestApp,
  screens: readonly ScreenPath[],
): Promise<ConsoleClient> {
  const profileId = await app.build.profile({ moduleId: 1 })
  await sql`
    with held as (
      insert into profile_functions (profile_id, function_id, module_id)
      select ${profileId}, id, 1 from functions where module_id = 1 and environment = 'front' and url = any (${screens})
      returning function_id)
    insert into profile_actions (profile_id, function_id, action_id)
    select ${profileId}, a.function_id, a.id from actions a where a.function_id in (select function_id from functions f
      where f.module_id = 1 and f.url = any (${screens}) and f.id = a.function_id)`.execute(app.db)
  return arriveInConsole(app, await app.build.consoleUser({ profileId }))
}
