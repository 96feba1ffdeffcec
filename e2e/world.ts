import type { Insertable } from 'kysely'
import { administratorProfileId, consoleModuleId, masterProfileId } from '../contract/constants.ts'
import { exampleModuleId } from '../database/demo/demo-modules.ts'
import type { Database } from '../database/database-types.ts'
import type { Keyring } from '../server/secrets/keyring.ts'
import type { Db } from '../server/database/database.ts'
import { systemClock } from '../server/shared/clock.ts'
import type { AuditEvent } from '../server/audit/audit.ts'
import { writeEvent } from '../test/testing/audit-scenario.ts'
import { Builders, type UserOptions } from '../test/testing/builders.ts'
import type { BuiltCompany } from '../test/testing/catalogue-builders.ts'
import { demoPassword } from '../test/testing/portal-client.ts'
import { freeAccounts } from './provider-accounts.ts'

/** A catalogue record with the name that screens show. */
export interface Named {
  id: number
  name: string
}

/** A user with the demo password. */
export interface Person extends Named {
  email: string
}

/** A user with access to a module for a company. */
export interface Visitor extends Person {
  company: BuiltCompany
}

interface VisitorOptions {
  user?: UserOptions
  moduleId?: number
  /** Profile to give to the user; by default a new profile without functions. */
  profileId?: number
  companies?: BuiltCompany[]
}

type Values<Table extends keyof Database> = Partial<Insertable<Database[Table]>>

/** A past instant shown as 04/03/2019 09:00:00, for rows whose dates a test checks. */
export const longAgo = new Date('2019-03-04T12:00:00Z')

/** Phone of all test users, so that each can select how the code is sent. */
const phone = '5541955550100'

// All numbers have the same length, so that no name is a prefix of another.
let counter = 1000
const next = () => (counter += 1)

/**
 * Creates the rows of a browser test. Tests of a worker share the server and may read the demo data, but change only
 * their own rows.
 */
export class World {
  readonly build: Builders
  readonly #db: Db
  #federated = 0

  constructor(db: Db, keyring: Keyring) {
    this.#db = db
    this.build = new Builders(db, keyring, systemClock)
  }

  /** Appends a unique number to the name. */
  unique(name: string): string {
    return `${name} ${next()}`
  }

  async person(options: UserOptions = {}): Promise<Person> {
    const { id, email } = await this.build.user({ password: demoPassword, phone, ...options })
    const { name } = await this.#db
      .selectFrom('users')
      .select('name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { id, name, email }
  }

  /** Creates a user who may enter a module, by default the example module, for each of these companies. */
  async visitor(options: VisitorOptions = {}): Promise<Visitor> {
    const { moduleId = exampleModuleId } = options
    const [company = await this.build.company(), ...others] = options.companies ?? []
    const person = await this.person(options.user)
    const profileId = options.profileId ?? (await this.profile(moduleId)).id
    for (const { id } of [company, ...others])
      await this.grantModule(person, id, moduleId, profileId)
    return { ...person, company }
  }

  /** Lets a user enter a module for a company, through a plan and a profile. The profile is a new one by default. */
  async grantModule(
    { id: userId }: Person,
    companyId: number,
    moduleId: number,
    profileId?: number,
  ): Promise<void> {
    await this.build.plan({ companyId, moduleId })
    const held = profileId ?? (await this.profile(moduleId)).id
    await this.build.assign({ userId, profileId: held, companyId })
  }

  administrator(user: UserOptions = {}): Promise<Visitor> {
    return this.visitor({ user, moduleId: consoleModuleId, profileId: administratorProfileId })
  }

  /** Creates an administrator of a company with a name of 70 characters, more than the header can show. */
  async ofLongCompany(): Promise<Visitor> {
    const name = this.unique('Companhia Brasileira de Interconexão e Telecomunicações do').padEnd(
      70,
      'S',
    )
    const company = await this.build.company()
    await this.#db.updateTable('companies').set({ name }).where('id', '=', company.id).execute()
    return this.visitor({
      moduleId: consoleModuleId,
      profileId: administratorProfileId,
      companies: [{ ...company, name }],
    })
  }

  /** Creates the master user of a company, by default a new one. */
  master(user: UserOptions = {}, company?: BuiltCompany): Promise<Visitor> {
    return this.visitor({
      user,
      moduleId: consoleModuleId,
      profileId: masterProfileId,
      ...(company && { companies: [company] }),
    })
  }

  /** Returns the options for a user with an account at the identity provider. */
  federated(): UserOptions {
    const email = freeAccounts[this.#federated++]
    if (email === undefined) throw new Error('The provider needs more accounts for the tests.')
    return { federated: true, email }
  }

  /** Writes an audit event without the write that it describes. */
  event(event: Partial<AuditEvent>): Promise<number> {
    return writeEvent(this.#db, event)
  }

  async service(values: Values<'services'> = {}): Promise<Named> {
    return this.#db
      .insertInto('services')
      .values({ name: this.unique('Serviço'), description: 'Feito por um teste.', ...values })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow()
  }

  /** Creates a module, by default in a service of its own. */
  async module(values: Values<'modules'> = {}): Promise<Named & { service: Named }> {
    const service = await this.service()
    const module = await this.#db
      .insertInto('modules')
      .values({
        name: this.unique('Módulo'),
        url: 'modulo.example',
        service_id: service.id,
        ...values,
      })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow()
    return { ...module, service }
  }

  /** Creates a function of a module with these actions, whose paths are their lower-case names. */
  async function(
    moduleId: number,
    values: Values<'functions'> & { name: string; url: string },
    actions: readonly string[] = [],
  ): Promise<Named> {
    const created = await this.#db
      .insertInto('functions')
      .values({ module_id: moduleId, ...values })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow()
    for (const name of actions) {
      await this.#db
        .insertInto('actions')
        .values({ function_id: created.id, name, path: name.toLowerCase() })
        .execute()
    }
    return created
  }

  /** Creates a profile of a module with these functions. */
  async profile(
    moduleId: number,
    values: Values<'profiles'> = {},
    holds: readonly Named[] = [],
  ): Promise<Named> {
    const profile = await this.#db
      .insertInto('profiles')
      .values({ module_id: moduleId, name: this.unique('Perfil'), ...values })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow()
    for (const { id } of holds) {
      await this.#db
        .insertInto('profile_functions')
        .values({ profile_id: profile.id, function_id: id, module_id: moduleId })
        .execute()
    }
    return profile
  }

  /** Ends all sessions of a user, as an hour without activity does. */
  async endSessions({ id }: Person): Promise<void> {
    await this.#db
      .updateTable('sessions')
      .set({ ended_at: new Date(), end_reason: 'idle' })
      .where('user_id', '=', id)
      .where('ended_at', 'is', null)
      .execute()
  }
}
