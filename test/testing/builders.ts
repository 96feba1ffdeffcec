import { masterProfileId } from '../../contract/constants.ts'
import type { ViewedList } from '../../contract/viewed-lists.ts'
import { after, type Clock, days } from '../../server/shared/clock.ts'
import type { Db } from '../../server/database/database.ts'
import { newApiToken, startOfToken } from '../../server/secrets/api-token.ts'
import type { Keyring } from '../../server/secrets/keyring.ts'
import { hashPassword, ownWork } from '../../server/secrets/password-hash.ts'
import { digestOf } from '../../server/secrets/random.ts'
import {
  type BuiltCompany,
  type BuiltModule,
  CatalogueBuilders,
  next,
} from './catalogue-builders.ts'

export const defaultPassword = 'Cadeira-Amarela-Sopra-7!'

export interface BuiltUser {
  id: number
  email: string
}

export interface UserOptions {
  email?: string
  password?: string
  /** Hash to store instead of a hash of the password. */
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
  /** Module and company that the visitor may enter. */
  at: { module: BuiltModule; companyId: number }
}

/** Creates rows with defaults, so that a test states only the values that matter. */
export class Builders extends CatalogueBuilders {
  readonly #clock: Clock
  /** Cache of password hashes, because hashing is slow on purpose. */
  readonly #hashes = new Map<string, Promise<string>>()

  constructor(db: Db, keyring: Keyring, clock: Clock) {
    super(db, keyring)
    this.#clock = clock
  }

  async user(options: UserOptions = {}): Promise<BuiltUser> {
    const n = next()
    const email = options.email ?? `pessoa${n}@operadora.example`
    const { id } = await this.db
      .insertInto('users')
      .values({
        name: `Pessoa ${n}`,
        email,
        phone_number: options.phone ?? null,
        active: !options.deleted,
        suspended: options.blocked ?? false,
        federated: options.federated ?? false,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (!options.federated || options.hash) {
      await this.db
        .insertInto('passwords')
        .values({
          user_id: id,
          hash: options.hash ?? (await this.#hashOnce(options.password ?? defaultPassword)),
          created_at: after(this.#clock.now(), -days(options.passwordAgeDays ?? 1)),
          temporary: options.temporaryUntil !== undefined,
          expires_at: options.temporaryUntil ?? null,
        })
        .execute()
    }
    return { id, email }
  }

  #hashOnce(password: string): Promise<string> {
    const known = this.#hashes.get(password) ?? hashPassword(password, ownWork)
    this.#hashes.set(password, known)
    return known
  }

  async assign(assignment: {
    userId: number
    profileId: number
    companyId: number
    spid?: string
  }): Promise<void> {
    await this.db
      .insertInto('user_profiles')
      .values({
        user_id: assignment.userId,
        profile_id: assignment.profileId,
        company_id: assignment.companyId,
        spid: assignment.spid ?? null,
      })
      .execute()
  }

  /** Creates a user who holds a profile in a company and can therefore lend it. Default: the master profile. */
  async lender(companyId: number, profileId: number = masterProfileId): Promise<BuiltUser> {
    const user = await this.user()
    await this.assign({ userId: user.id, profileId, companyId })
    return user
  }

  /** Creates a delegation between two instants. It grants nothing unless the lender holds the profile there. */
  async delegation(lent: {
    userId: number
    companyId: number
    by: number
    begin: Date
    end: Date | null
    /** Default: the master profile. */
    profileId?: number
  }): Promise<number> {
    const { id } = await this.db
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
    await this.db
      .insertInto('delegation_profiles')
      .values({ delegation_id: id, profile_id: lent.profileId ?? masterProfileId })
      .execute()
    return id
  }

  /** Creates an exception from a rule, approved unless `approvedBy` is null, and returns its id. */
  async separationException(of: {
    ruleId: number
    userId: number
    companyId: number
    end: Date
    by?: number
    approvedBy?: number | null
    createdAt?: Date
  }): Promise<number> {
    const requested_by = of.by ?? (await this.user({ federated: true })).id
    const approved_by =
      of.approvedBy === undefined ? (await this.user({ federated: true })).id : of.approvedBy
    const { id } = await this.db
      .insertInto('separation_exceptions')
      .values({
        rule_id: of.ruleId,
        user_id: of.userId,
        company_id: of.companyId,
        reason: 'Plantão até a nova contratação.',
        end_at: of.end,
        requested_by,
        created_at: of.createdAt ?? this.#clock.now(),
        approved_by,
        approved_at: approved_by === null ? null : this.#clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  /** Creates an API token for a user in a company and revokes the previous one there. */
  async apiToken(made: {
    userId: number
    companyId: number
    expiresAt?: Date
    /** Creator of the token. Default: the user. */
    by?: number
  }): Promise<{ id: number; token: string }> {
    const { userId, companyId, expiresAt, by = userId } = made
    const now = this.#clock.now()
    await this.db
      .updateTable('api_tokens')
      .set({ revoked_at: now, closed_at: now })
      .where('user_id', '=', userId)
      .where('company_id', '=', companyId)
      .where('closed_at', 'is', null)
      .execute()
    const token = newApiToken()
    const { id } = await this.db
      .insertInto('api_tokens')
      .values({
        user_id: userId,
        company_id: companyId,
        digest: digestOf(token),
        start: startOfToken(token),
        expires_at: expiresAt ?? null,
        created_at: now,
        created_by: by,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, token }
  }

  /** Marks a module as a favourite of a user, whether or not the user may open it. */
  async favourite(of: {
    userId: number
    companyId: number
    moduleId: number
    spid?: string
  }): Promise<void> {
    const { userId: user_id, companyId: company_id, moduleId: module_id, spid = null } = of
    await this.db
      .insertInto('module_favourites')
      .values({ user_id, company_id, module_id, spid, created_at: this.#clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  /** Saves a view of a list for a user or for a company, and returns its id. */
  async listView(of: {
    userId?: number
    companyId?: number
    list: ViewedList
    name: string
    query?: Readonly<Record<string, string>>
  }): Promise<number> {
    const { userId: user_id = null, companyId: company_id = null, list, name, query = {} } = of
    const now = this.#clock.now()
    const { id } = await this.db
      .insertInto('list_views')
      .values({
        user_id,
        company_id,
        list,
        name,
        query: JSON.stringify(query),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  /** Creates a user who may enter one module for one company, with all rows that this requires. */
  async visitor(options: VisitorOptions = {}): Promise<Visitor> {
    const company = options.company ?? (await this.company({ spids: options.spids ?? [] }))
    const module = options.module ?? (await this.module())
    const planId = await this.plan({ companyId: company.id, moduleId: module.id })
    const profileId = options.profileId ?? (await this.profile({ moduleId: module.id }))
    const user = options.user ?? (await this.user())
    await this.assign({ userId: user.id, profileId, companyId: company.id })
    return { ...user, company, module, planId, profileId, at: { module, companyId: company.id } }
  }

  /** Creates a user who may enter this console, by default a master user. */
  async consoleUser(options: Omit<VisitorOptions, 'module'> = {}): Promise<Visitor> {
    return this.visitor({ profileId: masterProfileId, ...options, module: await this.console() })
  }
}
