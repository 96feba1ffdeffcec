import { hash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { consoleModuleId } from '../../../contract/constants.ts'
import { urlDigestIn } from '../../../server/logos/record-logo.ts'
import { hashPassword, ownWork } from '../../../server/secrets/password-hash.ts'
import { hours, minutes } from '../../../server/shared/clock.ts'
import type { BuiltUser } from '../builders.ts'
import { next } from '../catalogue-builders.ts'
import type { RowOwner } from './endpoint-fixture.ts'
import type { Actor, FixtureWorld } from '../fixture-world.ts'
import { pngImage } from '../png-image.ts'
import type { TestApp } from '../test-app.ts'

/** An id without a row. */
export const missingId = 2_000_000_000
/** A handle that was never issued. */
export const unknownHandle = 'A'.repeat(43)
/** A handle of a WebAuthn challenge with a wrong MAC. */
export const unknownPasskeyHandle = `${unknownHandle}.zzzzzzzz.${unknownHandle}`
export const unknownToken = 'nobody.was.given'
/** An id without a row, for tables with UUIDs. */
export const missingUuid = '00000000-0000-4000-8000-000000000000'

interface Named {
  id: number
  name: string
}

interface OfModule extends Named {
  module_id: number
}

/** Returns a unique name. */
export const newName = (what: string): string => `${what} da amostra ${next()}`

let answerHash: Promise<string> | undefined

/** Creates the rows of one call, for one caller and one owner of the rows. */
export class Scenario {
  readonly app: TestApp
  readonly by: Actor
  readonly rowOwner: RowOwner
  readonly #world: FixtureWorld

  constructor(world: FixtureWorld, by: Actor, rowOwner: RowOwner) {
    this.#world = world
    this.app = world.app
    this.by = by
    this.rowOwner = rowOwner
  }

  /** Company of the rows: the caller's company, or the other company if the owner is `foreign`. */
  get companyId(): number {
    const own = this.by.person.company.id
    return this.rowOwner === 'foreign' ? this.#world.otherCompany(own) : own
  }

  /** Returns the company of the rows. */
  async company(): Promise<Named> {
    if (this.rowOwner === 'missing') return this.#nothing()
    return this.app.db
      .selectFrom('companies')
      .select(['id', 'name'])
      .where('id', '=', this.companyId)
      .executeTakeFirstOrThrow()
  }

  /** Creates a module that the company is entitled to, without secrets, alone in its service. */
  async module(): Promise<Named & { service: Named }> {
    if (this.rowOwner === 'missing') return { ...this.#nothing(), service: this.#nothing() }
    const { id } = await this.app.build.module({ secret: false })
    await this.app.build.plan({ companyId: this.companyId, moduleId: id })
    const { name, service_id, service_name } = await this.app.db
      .selectFrom('modules')
      .innerJoin('services', 'services.id', 'modules.service_id')
      .select(['modules.name', 'modules.service_id', 'services.name as service_name'])
      .where('modules.id', '=', id)
      .executeTakeFirstOrThrow()
    return { id, name, service: { id: service_id, name: service_name } }
  }

  /** Adds a module to a service. The company is not entitled to the module. Returns its name. */
  async moduleBeside({ id }: { id: number }): Promise<string> {
    const name = newName('Módulo')
    const row = { service_id: id, name, url: null }
    if (this.rowOwner !== 'missing') await this.app.db.insertInto('modules').values(row).execute()
    return name
  }

  /** Sets the picture of a record; returns the digest in its URL. */
  async logo(owner: 'module' | 'company', id: number): Promise<string> {
    const content = pngImage(2, 2)
    const digest = hash('sha256', content)
    const key = sql.ref(`${owner}_id`)
    const { rows } = await sql<{ url_digest: string }>`
      insert into ${sql.table(`${owner}_logos`)} (${key}, content, content_type, digest)
      values (${id}, ${content}, 'image/png', ${digest}) on conflict (${key})
      do update set content = excluded.content, digest = excluded.digest
      returning ${urlDigestIn(owner)} as url_digest`.execute(this.app.db)
    return rows[0]?.url_digest ?? ''
  }

  /** Adds an active secret to a module. */
  async secret(moduleId: number, slot: 1 | 2): Promise<number> {
    await this.app.build.moduleSecret(moduleId, slot)
    const { id } = await this.app.db
      .selectFrom('module_secrets')
      .select('id')
      .where('module_id', '=', moduleId)
      .where('slot', '=', slot)
      .executeTakeFirstOrThrow()
    return id
  }

  /** Creates a function that companies see, of a module that the company is entitled to. */
  async function(moduleId?: number): Promise<OfModule & { url: string; code: string }> {
    const n = next()
    const made = { name: newName('Função'), url: `/amostra/${n}`, code: `AMOSTRA${n}` }
    if (this.rowOwner === 'missing') return { ...made, ...this.#nothing(), module_id: missingId }
    const module_id = moduleId ?? (await this.#world.moduleOf(this.companyId))
    const { id } = await this.app.db
      .insertInto('functions')
      .values({ ...made, module_id, accredited_enable: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, module_id, ...made }
  }

  /** Creates a function that companies do not see. Returns its name. */
  async functionNotShown(module_id: number): Promise<string> {
    const name = newName('Função')
    const row = { name, url: `/oculta/${next()}`, module_id }
    if (this.rowOwner !== 'missing') await this.app.db.insertInto('functions').values(row).execute()
    return name
  }

  async action(functionId?: number): Promise<Named & { function_id: number }> {
    if (this.rowOwner === 'missing') return { ...this.#nothing(), function_id: missingId }
    const function_id = functionId ?? (await this.function()).id
    const name = newName('Ação')
    const { id } = await this.app.db
      .insertInto('actions')
      .values({ name, path: `amostra-${next()}`, function_id })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, name, function_id }
  }

  /** Creates a profile of the company, or a profile of administrators that companies see (`shown`). */
  async profile(): Promise<OfModule> {
    if (this.rowOwner === 'missing') return { ...this.#nothing(), module_id: missingId }
    const shown = this.rowOwner === 'shown'
    const name = newName('Perfil')
    const module_id = await this.#world.moduleOf(this.companyId)
    const { id } = await this.app.db
      .insertInto('profiles')
      .values({
        name,
        module_id,
        company_id: shown ? null : this.companyId,
        accredited_enable: shown,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, name, module_id }
  }

  /** Creates a profile of the company with a screen that the caller does not have. */
  async profileBeyondOwn(): Promise<number> {
    const name = newName('Tela')
    const of = { module_id: consoleModuleId, name }
    const screen = await this.app.db
      .insertInto('functions')
      .values({ ...of, environment: 'front', method: 'GET', url: `/${randomUUID()}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    const profile = await this.app.db
      .insertInto('profiles')
      .values({ ...of, company_id: this.companyId })
      .returning('id')
      .executeTakeFirstOrThrow()
    await this.hold({ ...of, id: profile.id }, screen.id)
    return profile.id
  }

  async deleteProfile(id: number): Promise<void> {
    await this.app.db.updateTable('profiles').set({ active: false }).where('id', '=', id).execute()
  }

  /** Adds a function, and optionally an action of it, to a profile of its module. */
  async hold(profile: OfModule, functionId: number, actionId?: number): Promise<void> {
    const held = { profile_id: profile.id, function_id: functionId }
    await this.app.db
      .insertInto('profile_functions')
      .values({ ...held, module_id: profile.module_id })
      .execute()
    if (actionId !== undefined)
      await this.app.db
        .insertInto('profile_actions')
        .values({ ...held, action_id: actionId })
        .execute()
  }

  /** Assigns a profile to the caller. */
  async give(profileId: number): Promise<void> {
    const { id: userId, company } = this.by.person
    await this.app.build.assign({ userId, profileId, companyId: company.id })
  }

  /** Creates a user of the company, with expired rows there. */
  async user(options: { blocked?: boolean } = {}): Promise<BuiltUser> {
    if (this.rowOwner === 'missing') return { id: missingId, email: 'ninguem@operadora.example' }
    const user = await this.app.build.user(options)
    await this.app.db
      .insertInto('user_companies')
      .values({ user_id: user.id, company_id: this.companyId })
      .execute()
    await this.#world.expired.add(user.id, this.companyId)
    return user
  }

  /** Creates a user with an answer to secret question 1. */
  async userWithAnswer(): Promise<BuiltUser & { response: string }> {
    const user = await this.app.build.user()
    answerHash ??= hashPassword('colegio', ownWork)
    await this.app.db
      .insertInto('secret_answers')
      .values({ user_id: user.id, question_id: 1, hash: await answerHash })
      .execute()
    return { ...user, response: 'Colégio' }
  }

  /** Creates a message that was attempted once. It is due in an hour, so the test sees no further attempt. */
  async message(): Promise<{ id: string; recipient: string }> {
    const recipient = `mensagem${next()}@operadora.example`
    if (this.rowOwner === 'missing') return { id: missingUuid, recipient }
    const { id } = await this.app.db
      .insertInto('outbox')
      .values({
        channel: 'email',
        recipient,
        sealed_text: Buffer.from('lacrado'),
        key_id: 'nenhuma',
        attempts: 1,
        next_attempt_at: sql<Date>`now() + interval '1 hour'`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, recipient }
  }

  /** Creates a network whose sign-ins are slowed. Returns the id of its lock and the key of its counter. */
  async networkLock(): Promise<{ network: string; id: string; key: string }> {
    const n = next()
    // All addresses have the same length, so that none is a prefix of another.
    const part = (place: number) => 100 + (Math.floor(n / 100 ** place) % 100)
    const network = `10.${part(2)}.${part(1)}.${part(0)}`
    const lock = { network, id: `password:${network}`, key: `failures:password:network:${network}` }
    if (this.rowOwner === 'missing') return lock
    const expire = this.app.clock.now().getTime() + hours(1)
    const row = { key: lock.key, points: 1000, expire }
    await this.app.db.insertInto('rate_limits').values(row).execute()
    return lock
  }

  /** Creates another session of the caller, or a session of another user. */
  async session(): Promise<string> {
    if (this.rowOwner === 'missing') return missingUuid
    return this.sessionOf(this.rowOwner === 'own' ? this.by.person : await this.app.build.user())
  }

  /** Creates a session of a user; none if the user is missing. */
  async sessionOf(user: BuiltUser): Promise<string> {
    if (this.rowOwner === 'missing') return missingUuid
    const now = this.app.clock.now().getTime()
    const { id } = await this.app.db
      .insertInto('sessions')
      .values({
        user_id: user.id,
        method: 'password',
        browser_digest: Buffer.alloc(32),
        address: '192.0.2.1',
        created_at: new Date(now - minutes(1)),
        last_used_at: new Date(now),
        expires_at: new Date(now + hours(1)),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  /** Creates a federated confirmation of the caller's session. Returns its token. */
  async federatedProof(sessionId: string): Promise<string> {
    const proof = randomUUID()
    const until = new Date(this.app.clock.now().getTime() + minutes(1))
    await this.app.db
      .insertInto('federated_flows')
      .values({
        state_digest: hash('sha256', `state of ${proof}`, 'buffer'),
        purpose: 'validating',
        issuer: 'https://idp.example',
        nonce: '',
        code_verifier: '',
        browser_digest: Buffer.alloc(32),
        session_id: sessionId,
        expires_at: until,
        proof_digest: hash('sha256', proof, 'buffer'),
        proof_expires_at: until,
      })
      .execute()
    return proof
  }

  /** Returns a screen of this console that administrators hold, one of its actions, and the console's service. */
  async ofConsole(): Promise<{ service: number; screen: number; url: string; action: number }> {
    const { rows } = await sql<{ service: number; screen: number; url: string; action: number }>`
      select m.service_id as service, f.id as screen, f.url, a.id as action
      from modules m join functions f on f.module_id = m.id and f.environment = 'front' join actions a on a.function_id = f.id
      where m.id = ${consoleModuleId} and a.path is not null order by f.id, a.id limit 1`.execute(
      this.app.db,
    )
    const [found] = rows
    if (!found) throw new Error('The console has no screen with an action.')
    return found
  }

  #nothing(): Named {
    return { id: missingId, name: newName('Nada') }
  }
}
