import { sql } from 'kysely'
import { api, type Operation } from '../../contract/api.ts'
import { administratorProfileId, consoleModuleId } from '../../contract/constants.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { type ScreenPath, screens } from '../../contract/screens.ts'
import type { Visitor } from './builders.ts'
import { ConsoleClient } from './console-client.ts'
import { ExpiredRows } from './expired-rows.ts'
import { endpointFixtures } from './fixtures.ts'
import { LeakService } from './leak-service.ts'
import type { Made, EndpointFixture, RowOwner } from './endpoint-fixtures/endpoint-fixture.ts'
import { Scenario } from './endpoint-fixtures/scenario.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { CallOptions } from './test-client.ts'
import type { SignedIn } from './test-trips.ts'

/** A signed-in user in the console of a company. */
export interface Actor {
  person: Visitor
  /** The initial token of the same session. */
  initial: SignedIn
  console: ConsoleClient
}

/** An administrator, and a company user with every screen and all actions. */
export type ActorName = 'administrator' | 'company user'

/** Grants of a console profile. */
export interface Held {
  screens: readonly { screen: ScreenPath; actions: readonly string[] }[]
  /** Back functions: endpoints, such as `PUT /service/{id}`. */
  back?: readonly string[]
}

const everyScreen: Held = {
  screens: Object.entries(screens).map(([screen, { actions }]) => ({
    screen: screen as ScreenPath,
    actions,
  })),
}

/** The product with two companies, and users who call every endpoint with its fixture. Every user also has expired rows. */
export class FixtureWorld {
  readonly app: TestApp
  /** Two companies without access to each other. */
  readonly companies: readonly [number, number]
  readonly expired: ExpiredRows
  readonly #leaks: LeakService
  readonly #modules = new Map<number, Promise<number>>()
  readonly #actors = new Map<ActorName, Promise<Actor>>()

  private constructor(app: TestApp, leaks: LeakService, companies: [number, number]) {
    this.app = app
    this.expired = new ExpiredRows(app)
    this.#leaks = leaks
    this.companies = companies
  }

  static async start(): Promise<FixtureWorld> {
    const leaks = await LeakService.start()
    const app = await createTestApp({ config: { breachedPasswordsUrl: leaks.url } })
    const [one, other] = [await app.build.company(), await app.build.company()]
    return new FixtureWorld(app, leaks, [one.id, other.id])
  }

  async close(): Promise<void> {
    await this.app.close()
    this.#leaks.close()
  }

  otherCompany(id: number): number {
    const [one, other] = this.companies
    return id === one ? other : one
  }

  /** Returns a module that the company is entitled to, for rows that belong to a module. */
  moduleOf(companyId: number): Promise<number> {
    const known = this.#modules.get(companyId) ?? this.#newModule(companyId)
    this.#modules.set(companyId, known)
    return known
  }

  async #newModule(companyId: number): Promise<number> {
    const { id } = await this.app.build.module({ secret: false })
    await this.app.build.plan({ companyId, moduleId: id })
    return id
  }

  /** Returns a user of the first company. Each kind of user is created once. */
  actor(name: ActorName): Promise<Actor> {
    const known = this.#actors.get(name) ?? this.#newActor(name)
    this.#actors.set(name, known)
    return known
  }

  async #newActor(name: ActorName): Promise<Actor> {
    if (name === 'administrator') return this.newActor(administratorProfileId)
    const profileId = await this.app.build.profile({ moduleId: consoleModuleId })
    await this.grant(new Map([[profileId, everyScreen]]))
    return this.newActor(profileId)
  }

  /** Creates a user with a console profile in a company, by default the first. */
  async newActor(profileId: number, companyId = this.companies[0]): Promise<Actor> {
    const company = await this.app.db
      .selectFrom('companies')
      .select(['id', 'name'])
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow()
    const person = await this.app.build.consoleUser({
      company: { ...company, spids: [] },
      profileId,
    })
    await this.expired.add(person.id, companyId)
    return this.signIn(person)
  }

  /** Creates a new session of this user and enters the console. */
  async signIn(person: Visitor): Promise<Actor> {
    const initial = await this.app.trips.enter(person)
    const who = await this.app.trips.arrive(initial, person.at)
    return { person, initial, console: new ConsoleClient(this.app, person, who) }
  }

  /** Assigns a profile in the other company to the user and enters its console in the same session. */
  async enterOtherCompany({ person, initial }: Actor, profileId: number): Promise<Actor> {
    const { id: userId, at } = person
    const companyId = this.otherCompany(person.company.id)
    await this.app.build.plan({ companyId, moduleId: at.module.id })
    await this.app.build.assign({ userId, profileId, companyId })
    const who = await this.app.trips.arrive(initial, { ...at, companyId })
    return { person, initial, console: new ConsoleClient(this.app, person, who) }
  }

  /** Sets the grants of these console profiles; unchanged rows are not written. */
  async grant(given: ReadonlyMap<number, Held>): Promise<void> {
    const rows = [...given].map(([profileId, { screens: held, back = [] }]) => ({
      profile: profileId,
      screens: held.map(({ screen }) => screen),
      actions: held.flatMap(({ screen, actions }) => actions.map((path) => `${screen} ${path}`)),
      back,
    }))
    const back = rows.flatMap((row) => row.back)
    if (back.length > 0)
      await sql`
        insert into functions (module_id, name, url, environment, method)
        select ${consoleModuleId}, place, split_part(place, ' ', 2), 'back', split_part(place, ' ', 1)
        from unnest(${back}::text[]) as place on conflict do nothing`.execute(this.app.db)
    await sql`
      with given as materialized (
        select * from json_to_recordset(${JSON.stringify(rows)}::json)
          as given (profile integer, screens text[], actions text[], back text[])),
      held as materialized (
        select g.profile, f.id, f.module_id, f.url, g.actions
        from given g join functions f on f.module_id = ${consoleModuleId}
          and (f.environment = 'front' and f.url = any (g.screens)
            or f.environment = 'back' and f.method || ' ' || f.url = any (g.back))),
      allowed as materialized (
        select h.profile, h.id, a.id as action_id from held h join actions a on a.function_id = h.id
        where h.url || ' ' || a.path = any (h.actions)),
      ended_actions as (
        delete from profile_actions pa where profile_id in (select profile from given)
          and (profile_id, function_id, action_id) not in (select * from allowed)),
      ended as (
        delete from profile_functions where profile_id in (select profile from given)
          and (profile_id, function_id) not in (select profile, id from held)),
      begun as (
        insert into profile_functions (profile_id, function_id, module_id)
        select profile, id, module_id from held on conflict do nothing)
      insert into profile_actions (profile_id, function_id, action_id)
      select * from allowed on conflict do nothing`.execute(this.app.db)
  }

  scenario(by: Actor, rowOwner: RowOwner = 'own'): Scenario {
    return new Scenario(this, by, rowOwner)
  }

  /** Prepares a call that will succeed. */
  async make<K extends Operation>(
    operation: K,
    by: Actor,
    rowOwner: RowOwner = 'own',
  ): Promise<{ scenario: Scenario; made: Made<K>; fixture: EndpointFixture<K> }> {
    const fixture: EndpointFixture<K> = endpointFixtures[operation]
    const scenario = this.scenario(by, rowOwner)
    return { scenario, fixture, made: await fixture.make(scenario) }
  }

  /** Adds the user's token, unless the call is public, and a confirmation where required. */
  async signed<K extends Operation>(
    operation: K,
    by: Actor,
    input: CallOptions<K>,
  ): Promise<CallOptions<K>> {
    const { access, confirm }: Endpoint = api[operation]
    const code = confirm && (await by.console.confirm(operation, input))
    return {
      ...(access !== 'public' && by.console.who),
      ...input,
      ...(code !== undefined && { headers: { code } }),
    }
  }

  /** Returns the current row of a call; undefined if there is none. */
  async rowOf({ row }: Pick<Made<Operation>, 'row'>): Promise<Record<string, unknown> | undefined> {
    if (!row) return undefined
    const { named = 'id' } = row
    const it =
      row.key === undefined
        ? sql`${sql.ref(named)}::text = ${String(row.id)}`
        : sql`key = ${row.key}`
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) as row from ${sql.table(row.table)} t where ${it}`.execute(this.app.db)
    return rows[0]?.row
  }
}
