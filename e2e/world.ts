import type { Insertable } from 'kysely'
import { administratorProfileId, consoleModuleId, masterProfileId } from '../contract/constants.ts'
import { exampleModuleId } from '../database/demo/demo-modules.ts'
import type { Database } from '../database/database-types.ts'
import type { Keyring } from '../server/secrets/keyring.ts'
import type { Db } from '../server/database/database.ts'
import { systemClock } from '../server/shared/clock.ts'
import type { AuditEvent } from '../server/audit/audit.ts'
import { writeEvent } from '../server/testing/trail-stage.ts'
import { Builders, type UserOptions } from '../server/testing/builders.ts'
import type { BuiltCompany } from '../server/testing/catalogue-builders.ts'
import { demoPassword } from '../server/testing/portal-client.ts'
import { freeAccounts } from './provider-accounts.ts'

/** Something of the catalogue by the name that a screen shows. */
export interface Named {
  id: number
  name: string
}

/** Somebody; the password is the demo's. */
export interface Person extends Named {
  email: string
}

/** Somebody with a place to go to. */
export interface Visitor extends Person {
  company: BuiltCompany
}

interface VisitorOptions {
  user?: UserOptions
  moduleId?: number
  /** One of its own module without functions, unless named. */
  profileId?: number
  companies?: BuiltCompany[]
}

type Values<Table extends keyof Database> = Partial<Insertable<Database[Table]>>

/** An instant in the past that shows as 04/03/2019 09:00:00, for rows whose dates a test looks at. */
export const longAgo = new Date('2019-03-04T12:00:00Z')

/** Of everybody here, so that each may choose how a code comes. */
const phone = '5541955550100'

// All of the same length, so that no name begins with another.
let counter = 1000
const next = () => (counter += 1)

/**
 * The rows that a browser test is about, made for it alone: other tests of its worker share the server and may read
 * the demo, but what a test changes, it makes here.
 */
export class World {
  readonly build: Builders
  readonly #db: Db
  #federated = 0

  constructor(db: Db, keyring: Keyring) {
    this.#db = db
    this.build = new Builders(db, keyring, systemClock)
  }

  /** The name with a number that nothing else has. */
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

  /** Somebody who may enter a module, the example module unless told otherwise, for each of these companies. */
  async visitor(options: VisitorOptions = {}): Promise<Visitor> {
    const { moduleId = exampleModuleId } = options
    const [company = await this.build.company(), ...others] = options.companies ?? []
    const person = await this.person(options.user)
    const profileId = options.profileId ?? (await this.profile(moduleId)).id
    for (const { id } of [company, ...others]) await this.admit(person, id, moduleId, profileId)
    return { ...person, company }
  }

  /** Lets somebody enter a module for a company: a plan of it and a profile, a new one unless it is named. */
  async admit(
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

  /** An administrator of a company whose name has 70 letters, more than the header has room for. */
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

  /** The master user of a company, one of their own unless it is named. */
  master(user: UserOptions = {}, company?: BuiltCompany): Promise<Visitor> {
    return this.visitor({
      user,
      moduleId: consoleModuleId,
      profileId: masterProfileId,
      ...(company && { companies: [company] }),
    })
  }

  /** What makes a person one whom the identity provider knows. */
  federated(): UserOptions {
    const email = freeAccounts[this.#federated++]
    if (email === undefined) throw new Error('The provider needs more accounts for the tests.')
    return { federated: true, email }
  }

  /** An event of the trail that nothing was written for. */
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

  /** A module of a service of its own unless that is named. */
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

  /** A function of a module with these actions, whose paths are their names in lower case. */
  async function(
    moduleId: number,
    values: Values<'functions'> & { name: string; url: string },
    actions: readonly string[] = [],
  ): Promise<Named> {
    const made = await this.#db
      .insertInto('functions')
      .values({ module_id: moduleId, ...values })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow()
    for (const name of actions) {
      await this.#db
        .insertInto('actions')
        .values({ function_id: made.id, name, path: name.toLowerCase() })
        .execute()
    }
    return made
  }

  /** A profile of a module that holds these of its functions. */
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

  /** Ends every session of a person, as an hour of rest does. */
  async endSessions({ id }: Person): Promise<void> {
    await this.#db
      .updateTable('sessions')
      .set({ ended_at: new Date(), end_reason: 'idle' })
      .where('user_id', '=', id)
      .where('ended_at', 'is', null)
      .execute()
  }
}
