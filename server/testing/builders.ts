import { verifierDigit } from '@fnando/cnpj'
import { consoleModuleId, masterProfileId } from '../../contract/constants.ts'
import { moduleAddress } from '../../contract/module-address.ts'
import { after, type Clock, days } from '../shared/clock.ts'
import type { Db } from '../shared/database.ts'
import type { Keyring } from '../shared/keyring.ts'
import { hashPassword } from '../shared/password-hash.ts'
import { digestOf, newHandle } from '../shared/random.ts'

export const defaultPassword = 'Teste-da-Portaria-2026!'

export interface BuiltModule {
  id: number
  origin: string
  /** Where codes are sent. */
  address: string
  /** A live secret in the clear; absent where the module has none. */
  secret: string | undefined
}

export interface BuiltCompany {
  id: number
  name: string
  spids: string[]
}

export interface BuiltUser {
  id: number
  email: string
}

let counter = 0
const next = (): number => (counter += 1)
const hashes = new Map<string, Promise<string>>()

/** Each password is hashed once, since that is slow on purpose. */
function hashOnce(password: string): Promise<string> {
  const known = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, known)
  return known
}

/** Makes rows with sensible defaults; a test names only what it is about. */
export class Builders {
  readonly #db: Db
  readonly #keyring: Keyring
  readonly #clock: Clock

  constructor(db: Db, keyring: Keyring, clock: Clock) {
    this.#db = db
    this.#keyring = keyring
    this.#clock = clock
  }

  async company({ spids = [] }: { spids?: string[] } = {}): Promise<BuiltCompany> {
    const n = next()
    const name = `Operadora ${n}`
    const { id } = await this.#db
      .insertInto('companies')
      .values({ name, email: `contato${n}@operadora.example`, document: cnpj(n) })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const spid of spids) {
      await this.#db
        .insertInto('spids')
        .values({ company_id: id, spid, description: `SPID ${spid}` })
        .execute()
    }
    return { id, name, spids }
  }

  async service(): Promise<number> {
    const { id } = await this.#db
      .insertInto('services')
      .values({ name: `Serviço ${next()}`, description: 'Serviço de teste.' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  /** A module of its own service, with an address and, unless told otherwise, a secret. */
  async module(
    options: { isEnableSpid?: boolean; secret?: boolean; url?: string | null } = {},
  ): Promise<BuiltModule> {
    const n = next()
    const url = options.url === undefined ? `modulo${n}.example/app` : options.url
    const { id } = await this.#db
      .insertInto('modules')
      .values({
        service_id: await this.service(),
        name: `Módulo ${n}`,
        url,
        is_enable_spid: options.isEnableSpid ?? false,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const secret = options.secret === false ? undefined : await this.moduleSecret(id, 1)
    const full = `https://${url ?? 'nowhere.example'}`
    return { id, origin: new URL(full).origin, address: moduleAddress({ id, url: full }), secret }
  }

  /** Adds a live secret and returns it. */
  async moduleSecret(moduleId: number, slot: 1 | 2): Promise<string> {
    const secret = newHandle()
    const sealed = this.#keyring.seal(secret, `module:${moduleId}`)
    await this.#db
      .insertInto('module_secrets')
      .values({
        module_id: moduleId,
        slot,
        ciphertext: sealed.ciphertext,
        key_id: sealed.keyId,
        digest: digestOf(secret),
      })
      .execute()
    return secret
  }

  /** This console as a module to arrive in. */
  async console(): Promise<BuiltModule> {
    const { protocol, url } = await this.#db
      .selectFrom('modules')
      .select(['protocol', 'url'])
      .where('id', '=', consoleModuleId)
      .executeTakeFirstOrThrow()
    const origin = `${protocol}${url ?? ''}`
    return {
      id: consoleModuleId,
      origin,
      address: moduleAddress({ id: consoleModuleId, url: origin }),
      secret: undefined,
    }
  }

  /** A profile with a function of its own. */
  async profile({
    moduleId,
    functionUrl,
  }: {
    moduleId: number
    functionUrl?: string
  }): Promise<number> {
    const { id } = await this.#db
      .insertInto('profiles')
      .values({ module_id: moduleId, name: `Perfil ${next()}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (functionUrl !== undefined) await this.holdFunction(id, moduleId, functionUrl)
    return id
  }

  async holdFunction(profileId: number, moduleId: number, url: string): Promise<void> {
    const { id } = await this.#db
      .insertInto('functions')
      .values({ module_id: moduleId, name: `Função ${next()}`, url })
      .returning('id')
      .executeTakeFirstOrThrow()
    await this.#db
      .insertInto('profile_functions')
      .values({ profile_id: profileId, function_id: id, module_id: moduleId })
      .execute()
  }

  /** A plan of the company with seats of the module. */
  async plan({
    companyId,
    moduleId,
    seats = 9,
  }: {
    companyId: number
    moduleId: number
    seats?: number
  }): Promise<number> {
    const { id } = await this.#db
      .insertInto('plans')
      .values({ name: `Plano ${next()}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    await this.#db
      .insertInto('plan_modules')
      .values({ plan_id: id, module_id: moduleId, seat_limit: seats })
      .execute()
    await this.#db
      .insertInto('plan_companies')
      .values({ plan_id: id, company_id: companyId })
      .execute()
    return id
  }

  async user(options: UserOptions = {}): Promise<BuiltUser> {
    const n = next()
    const email = options.email ?? `pessoa${n}@operadora.example`
    const { id } = await this.#db
      .insertInto('users')
      .values({
        name: `Pessoa ${n}`,
        email,
        phone_number: options.phone ?? null,
        status: options.deleted ? 0 : 1,
        suspended: options.blocked ?? false,
        federated: options.federated ?? false,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (!options.federated || options.hash) {
      await this.#db
        .insertInto('passwords')
        .values({
          user_id: id,
          hash: options.hash ?? (await hashOnce(options.password ?? defaultPassword)),
          created_at: after(this.#clock.now(), -days(options.passwordAgeDays ?? 1)),
          temporary: options.temporaryUntil !== undefined,
          expires_at: options.temporaryUntil ?? null,
        })
        .execute()
    }
    return { id, email }
  }

  async assign(assignment: {
    userId: number
    profileId: number
    companyId: number
    spid?: string
  }): Promise<void> {
    await this.#db
      .insertInto('user_profiles')
      .values({
        user_id: assignment.userId,
        profile_id: assignment.profileId,
        company_id: assignment.companyId,
        spid: assignment.spid ?? null,
      })
      .execute()
  }

  /** Lends the master profile from one instant to another. */
  async delegation(lent: {
    userId: number
    companyId: number
    by: number
    begin: Date
    end: Date | null
  }): Promise<number> {
    const { id } = await this.#db
      .insertInto('delegations')
      .values({
        user_id: lent.userId,
        company_id: lent.companyId,
        begin_at: lent.begin,
        end_at: lent.end,
        delegated_by: lent.by,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await this.#db
      .insertInto('delegation_profiles')
      .values({ delegation_id: id, profile_id: masterProfileId })
      .execute()
    return id
  }

  /** Somebody who may enter one module of one company, and all that takes. */
  async visitor(options: VisitorOptions = {}): Promise<Visitor> {
    const company = options.company ?? (await this.company({ spids: options.spids ?? [] }))
    const module = options.module ?? (await this.module())
    const planId = await this.plan({ companyId: company.id, moduleId: module.id })
    const profileId = options.profileId ?? (await this.profile({ moduleId: module.id }))
    const user = options.user ?? (await this.user())
    await this.assign({ userId: user.id, profileId, companyId: company.id })
    return { ...user, company, module, planId, profileId, at: { module, companyId: company.id } }
  }

  /** Somebody who may enter this console: a master user unless another profile is named. */
  async consoleUser(options: Omit<VisitorOptions, 'module'> = {}): Promise<Visitor> {
    return this.visitor({ profileId: masterProfileId, ...options, module: await this.console() })
  }
}

export interface UserOptions {
  email?: string
  password?: string
  /** In place of a hash of the password. */
  hash?: string
  passwordAgeDays?: number
  temporaryUntil?: Date
  phone?: string
  blocked?: boolean
  deleted?: boolean
  federated?: boolean
}

export interface VisitorOptions {
  user?: BuiltUser
  company?: BuiltCompany
  spids?: string[]
  module?: BuiltModule
  profileId?: number
}

export interface Visitor extends BuiltUser {
  company: BuiltCompany
  module: BuiltModule
  planId: number
  profileId: number
  /** Where the visitor may go. */
  at: { module: BuiltModule; companyId: number }
}

function cnpj(n: number): string {
  const digits = `${10_000_000 + n}0001`.split('').map(Number)
  const first = verifierDigit(digits)
  return [...digits, first, verifierDigit([...digits, first])].join('')
}
