import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  administratorProfileIds,
  masterProfileId,
  systemProfileIds,
} from '../../contract/constants.ts'
import { Problem } from '../pipeline/problem.ts'
import { type BareDatabase, createBareDatabase } from '../../test/testing/bare-database.ts'
import { bearerOf } from '../../test/testing/bearer.ts'
import type { BuiltUser } from '../../test/testing/builders.ts'
import { quickHashOf } from '../../test/testing/quick-hash.ts'
import { actionInScope, functionInScope, moduleInScope, serviceInScope } from './catalogue-scope.ts'
import { profileInScope } from './profile-scope.ts'
import { isAdministrator, requireAdministrator, type Scope, scopeOf } from './scope.ts'
import { findUserInScopeById, requireAccount } from './user-scope.ts'

let database: BareDatabase
let companyId: number
let company: Scope
const nobody: Scope = { companyId: 0 }

beforeAll(async () => {
  database = await createBareDatabase()
  companyId = (await database.build.company()).id
  company = { companyId }
})
afterAll(() => database.close())

const placeOf = (id: number) => ({ moduleId: 1, companyId: id, spid: null })
const administrator = bearerOf({ administrator: true, place: placeOf(9) })
const colleague = () => bearerOf({ place: placeOf(companyId) })
const newcomer = bearerOf({})

describe('scope of a caller', () => {
  test('is everything for administrators, otherwise the company of the token', () => {
    expect(scopeOf(administrator)).toBe('everything')
    expect(scopeOf(colleague())).toEqual({ companyId })
    expect([isAdministrator(administrator), isAdministrator(colleague())]).toEqual([true, false])
  })

  test('is empty before a place is chosen', () => {
    expect(scopeOf(newcomer)).toEqual({ companyId: 0 })
    expect(isAdministrator(newcomer)).toBe(false)
  })

  test('only administrators pass requireAdministrator', () => {
    expect(() => requireAdministrator(administrator)).not.toThrow()
    for (const who of [colleague(), newcomer])
      expect(() => requireAdministrator(who)).toThrow(new Problem('forbidden'))
  })
})

describe('scope of the catalogue', () => {
  /**
   * Builds a module. Returns the ids of the module and its service, of an offered function and one that is not offered,
   * and of their actions.
   */
  async function branch() {
    const { id: module } = await database.build.module()
    const { service_id: service } = await database.db
      .selectFrom('modules')
      .select('service_id')
      .where('id', '=', module)
      .executeTakeFirstOrThrow()
    const [shown, hidden] = await insertFunctions(module)
    const actions = await database.db
      .insertInto('actions')
      .values([shown, hidden].map((function_id) => ({ function_id, name: 'Criar', path: 'criar' })))
      .returning(['id', 'function_id'])
      .execute()
    const actionOf = (id: number) => actions.find(({ function_id }) => function_id === id)?.id ?? 0
    return { module, service, shown, hidden, ofShown: actionOf(shown), ofHidden: actionOf(hidden) }
  }

  async function insertFunctions(module: number): Promise<[shown: number, hidden: number]> {
    const insert = async (accredited_enable: boolean) => {
      const url = accredited_enable ? '/pedidos' : '/metas'
      const row = database.db
        .insertInto('functions')
        .values({ module_id: module, name: 'Pedidos', url, accredited_enable })
      return (await row.returning('id').executeTakeFirstOrThrow()).id
    }
    return [await insert(true), await insert(false)]
  }

  let own: Awaited<ReturnType<typeof branch>>

  beforeAll(async () => {
    own = await branch()
    // A second module, for which the company has no plan.
    await branch()
    await database.build.plan({ companyId, moduleId: own.module })
  })

  type Table = 'modules' | 'services' | 'functions' | 'actions'
  async function seen(table: Table, condition: RawBuilder<boolean>): Promise<number[]> {
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(table)} where ${condition} order by id`.execute(database.db)
    return rows.map(({ id }) => id)
  }
  const all = (table: Table) => seen(table, sql`true`)
  const of: Record<Table, (scope: Scope) => RawBuilder<boolean>> = {
    modules: (scope) => moduleInScope(scope, sql.ref('modules.id')),
    services: (scope) => serviceInScope(scope, sql.ref('services.id')),
    functions: functionInScope,
    actions: actionInScope,
  }
  const tables = ['modules', 'services', 'functions', 'actions'] as const

  test.each(tables)('an administrator sees all %s', async (table) => {
    expect(await seen(table, of[table]('everything'))).toEqual(await all(table))
  })

  test('a company sees its entitled module with its service, offered function and actions', async () => {
    expect(await seen('modules', of.modules(company))).toEqual([own.module])
    expect(await seen('services', of.services(company))).toEqual([own.service])
    expect(await seen('functions', of.functions(company))).toEqual([own.shown])
    expect(await seen('actions', of.actions(company))).toEqual([own.ofShown])
  })

  test.each(tables)('a caller without a place sees no %s', async (table) => {
    expect(await seen(table, of[table](nobody))).toEqual([])
  })
})

describe('scope of profiles', () => {
  let entitled: number
  let foreign: number

  beforeAll(async () => {
    const { build } = database
    entitled = (await build.module()).id
    foreign = (await build.module()).id
    await build.plan({ companyId, moduleId: entitled })
  })

  interface Row {
    module_id: number
    company_id?: number
    accredited_enable?: boolean
    active?: boolean
  }

  /** Returns whether a profile with these values is visible in the scope. */
  async function isSeen(scope: Scope, row: Row): Promise<boolean> {
    const { id } = await database.db
      .insertInto('profiles')
      .values({ name: crypto.randomUUID(), ...row })
      .returning('id')
      .executeTakeFirstOrThrow()
    return (await seen(scope)).includes(id)
  }

  async function seen(scope: Scope): Promise<number[]> {
    const { rows } = await sql<{ id: number }>`
      select id from profiles where ${profileInScope(scope)}`.execute(database.db)
    return rows.map(({ id }) => id)
  }

  test('an administrator sees all except the hidden profile', async () => {
    const fixed = (await seen('everything')).filter((id) => id <= masterProfileId)
    expect(fixed.toSorted()).toEqual([1, 3, 4, masterProfileId])
    expect(await isSeen('everything', { module_id: foreign, active: false })).toBe(true)
  })

  test('a company sees its own profiles, deleted or not', async () => {
    const made = { module_id: foreign, company_id: companyId }
    expect(await isSeen(company, made)).toBe(true)
    expect(await isSeen(company, { ...made, active: false })).toBe(true)
  })

  test('a company sees active, offered profiles of its entitled modules', async () => {
    const shown = { module_id: entitled, accredited_enable: true }
    const another = (await database.build.company()).id
    expect(await isSeen(company, shown)).toBe(true)
    expect(await isSeen(company, { ...shown, accredited_enable: false })).toBe(false)
    expect(await isSeen(company, { ...shown, active: false })).toBe(false)
    expect(await isSeen(company, { ...shown, module_id: foreign })).toBe(false)
    expect(await isSeen(company, { ...shown, company_id: another })).toBe(false)
  })

  test('a company sees no system profile, whatever its flags', async () => {
    await database.build.plan({ companyId, moduleId: 1 })
    await database.db
      .updateTable('profiles')
      .set({ accredited_enable: true })
      .where('id', 'in', systemProfileIds)
      .execute()
    expect((await seen(company)).filter((id) => id <= masterProfileId)).toEqual([])
    expect(await isSeen(company, { module_id: 1, accredited_enable: true })).toBe(true)
  })
})

describe('scope of users', () => {
  const hash = quickHashOf('Senha')
  type Who = Parameters<typeof requireAccount>[1]
  /**
   * Finds the account by e-mail and by id, and expects the same result. Returns the account, or the code of the
   * problem.
   */
  const account = async (who: Who, { id, email }: BuiltUser) => {
    const codeOf = (error: unknown) => (error instanceof Problem ? error.code : error)
    const byEmail = await requireAccount(database.db, who, { email }).catch(codeOf)
    expect(await requireAccount(database.db, who, { id }).catch(codeOf)).toEqual(byEmail)
    return byEmail
  }
  const found = async (who: Who, user: BuiltUser) =>
    (await findUserInScopeById(database.db, who, user.id))?.id

  async function userOf(company_id?: number): Promise<BuiltUser> {
    const user = await database.build.user({ hash })
    if (company_id !== undefined)
      await database.db
        .insertInto('user_companies')
        .values({ user_id: user.id, company_id })
        .execute()
    return user
  }

  /** Assigns a profile of any module. Adds a plan with seats for it. */
  async function give(user: BuiltUser, profileId: number, moduleId: number): Promise<void> {
    await database.build.plan({ companyId, moduleId })
    await database.build.assign({ userId: user.id, profileId, companyId })
  }

  test('an administrator finds every user, by e-mail and by id, with the sign-in state', async () => {
    const user = await userOf()
    expect(await found(administrator, user)).toBe(user.id)
    expect(await account(administrator, user)).toEqual({
      id: user.id,
      name: expect.any(String) as string,
      email: user.email,
      active: true,
      suspended: false,
      federated: false,
      account_wide: true,
      erased: false,
    })
  })

  test('a company finds only its own users', async () => {
    const another = (await database.build.company()).id
    const own = await userOf(companyId)
    expect(await found(colleague(), own)).toBe(own.id)
    for (const stranger of [await userOf(), await userOf(another)]) {
      expect(await found(colleague(), stranger)).toBeUndefined()
      expect(await found(newcomer, stranger)).toBeUndefined()
    }
  })

  test('account-wide scope requires every company of the user in scope', async () => {
    const another = (await database.build.company()).id
    const own = await userOf(companyId)
    expect(await account(colleague(), own)).toMatchObject({ id: own.id, account_wide: true })
    const [linked, holding, lent] = [
      await userOf(companyId),
      await userOf(companyId),
      await userOf(companyId),
    ]
    await database.db
      .insertInto('user_companies')
      .values({ user_id: linked.id, company_id: another })
      .execute()
    await database.build.visitor({ user: holding })
    const delegation = await database.build.delegation({
      userId: lent.id,
      companyId: another,
      by: own.id,
      begin: new Date(),
      end: null,
    })
    for (const user of [linked, holding, lent]) {
      expect(await account(colleague(), user)).toBe('user-of-other-companies')
      expect(await found(colleague(), user)).toBe(user.id)
      expect(await account(administrator, user)).toMatchObject({ id: user.id })
    }
    await database.db
      .updateTable('delegations')
      .set({ closed_at: new Date() })
      .where('id', '=', delegation)
      .execute()
    expect(await account(colleague(), lent)).toMatchObject({ id: lent.id })
    expect(await account(colleague(), await userOf(another))).toBe('user-not-found')
  })

  test('a company does not find an administrator among its users', async () => {
    for (const profileId of administratorProfileIds) {
      const boss = await userOf(companyId)
      await give(boss, profileId, 1)
      expect(await found(colleague(), boss)).toBeUndefined()
      expect(await found(administrator, boss)).toBe(boss.id)
    }
  })

  test('a company finds its master user and holders of profiles of other modules', async () => {
    const master = await userOf(companyId)
    await give(master, masterProfileId, 1)
    expect(await found(colleague(), master)).toBe(master.id)
    const worker = await userOf(companyId)
    const moduleId = (await database.build.module()).id
    await give(worker, await database.build.profile({ moduleId }), moduleId)
    expect(await found(colleague(), worker)).toBe(worker.id)
  })
})
