import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleModuleId, masterProfileId } from '../../contract/constants.ts'
import { defaultPassword } from '../testing/builders.ts'
import { settleNotifications } from '../testing/settle-notifications.ts'
import { quickHashOf } from '../testing/quick-hash.ts'
import { newName } from '../testing/endpoint-fixtures/scenario.ts'
import { type Actor, FixtureWorld } from '../testing/fixture-world.ts'

/**
 * A select of services, modules or profiles. It must offer exactly the ids that the server accepts from the caller
 * (decision 18). The test reads the options as the screen does, and then sends every existing id.
 */
interface Select {
  name: string
  /** Every choice of another caller is refused (`matrix.test.ts`). */
  administratorsOnly?: true
  offered: (by: Actor) => Promise<number[]>
  /** Every id that could be sent. */
  all: () => Promise<number[]>
  /** Sends an id in an otherwise valid write and returns the outcome. */
  send: (by: Actor, id: number) => Promise<string>
}

let world: FixtureWorld
let actors: Record<'administrator' | 'company user' | 'master user', Actor>
/** A module for each case; `foreign` belongs to the other company. */
let modules: Record<
  'active' | 'inactive' | 'of inactive service' | 'foreign' | 'without company',
  number
>
/** A colleague without profiles. */
let colleague: number

beforeAll(async () => {
  world = await FixtureWorld.start()
  const { app, companies } = world
  const [own, other] = companies
  const module = async (companyId?: number) => {
    const { id } = await app.build.module({ secret: false })
    if (companyId !== undefined) await app.build.plan({ companyId, moduleId: id })
    return id
  }
  modules = {
    active: await module(own),
    inactive: await module(own),
    'of inactive service': await module(own),
    foreign: await module(other),
    'without company': await module(),
  }
  await app.db
    .updateTable('modules')
    .set({ active: false })
    .where('id', '=', modules.inactive)
    .execute()
  await app.db
    .updateTable('services')
    .set({ active: false })
    .where('id', 'in', (select) =>
      select
        .selectFrom('modules')
        .select('service_id')
        .where('id', '=', modules['of inactive service']),
    )
    .execute()
  actors = {
    administrator: await world.actor('administrator'),
    'company user': await world.actor('company user'),
    'master user': await world.newActor(masterProfileId),
  }
  // Set cheap hashes, because each of these users confirms identity a hundred times.
  await app.db
    .updateTable('passwords')
    .set({ hash: quickHashOf(defaultPassword) })
    .where(
      'user_id',
      'in',
      Object.values(actors).map(({ person }) => person.id),
    )
    .execute()
  colleague = (await app.build.user()).id
  await app.db
    .insertInto('user_companies')
    .values({ user_id: colleague, company_id: own })
    .execute()
  await makeProfiles()
  await settleNotifications(app, app.db)
})
afterAll(() => world.close())

/** Creates profiles for every module: one shown to companies, one not shown, a deleted one, and one of each company. */
async function makeProfiles(): Promise<void> {
  const [own, other] = world.companies
  const kinds = [
    { accredited_enable: true },
    { accredited_enable: false },
    { accredited_enable: true, active: false },
    { company_id: own },
    { company_id: other },
  ]
  const rows = [...Object.values(modules), consoleModuleId].flatMap((module_id) =>
    kinds.map((kind) => ({ module_id, name: newName('Perfil'), ...kind })),
  )
  await world.app.db.insertInto('profiles').values(rows).execute()
}

const allModules = () => Promise.resolve([...Object.values(modules), consoleModuleId])

/** Returns the options of the select 'Módulo' (`web/catalogue/use-active-services.ts`). */
async function offeredModules({ console }: Actor): Promise<number[]> {
  const { rows } = (await console.call('serviceList', { query: { status: '1', take: 50 } })).data
  return rows.flatMap((service) => service.modules).map(({ id }) => id)
}

const body = (module_id: number) => ({ name: newName('Escolha'), module_id })

async function newPlan(): Promise<number> {
  const { id } = await world.app.db
    .insertInto('plans')
    .values({ name: newName('Plano') })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const selects: Select[] = [
  {
    name: 'the module of a new profile',
    offered: offeredModules,
    all: allModules,
    send: async ({ console }, id) =>
      (await console.call('profileCreate', { body: body(id) })).outcome,
  },
  {
    name: 'another module of a profile',
    offered: offeredModules,
    all: allModules,
    async send({ console, person }, id) {
      const administrator = console === actors.administrator.console
      const company_id = administrator ? null : person.company.id
      const profile = await world.app.db
        .insertInto('profiles')
        // The profile starts in a module of its own, so that every tested id changes the module.
        .values({ module_id: await spare(), name: newName('Perfil'), company_id })
        .returning('id')
        .executeTakeFirstOrThrow()
      const params = { id: String(profile.id) }
      const changed = { ...body(id), status: 1 as const }
      return (await console.call('profileUpdate', { params, body: changed })).outcome
    },
  },
  {
    name: 'the module of a new function',
    administratorsOnly: true,
    offered: offeredModules,
    all: allModules,
    async send({ console }, id) {
      const back = { environment: 'back', method: 'GET' } as const
      const place = id === consoleModuleId ? back : {}
      const url = `/${newName('escolha').replaceAll(' ', '-')}`
      return (await console.call('functionCreate', { body: { ...body(id), url, ...place } }))
        .outcome
    },
  },
  {
    name: 'another module of a function',
    administratorsOnly: true,
    offered: offeredModules,
    all: allModules,
    async send({ console }, id) {
      const url = `/${newName('escolha').replaceAll(' ', '-')}`
      const made = await world.app.db
        .insertInto('functions')
        .values({ module_id: await spare(), name: newName('Função'), url })
        .returning('id')
        .executeTakeFirstOrThrow()
      const back = { environment: 'back', method: 'GET' } as const
      const place = id === consoleModuleId ? back : {}
      const changed = { ...body(id), url, ...place, status: 1 as const }
      const params = { id: String(made.id) }
      return (await console.call('functionUpdate', { params, body: changed })).outcome
    },
  },
  {
    name: 'the modules of a plan',
    administratorsOnly: true,
    offered: offeredModules,
    all: allModules,
    async send({ console }, id) {
      const plan_id = await newPlan()
      const added = { plan_id, module_id: [id], limit: 9 }
      return (await console.call('planModuleCreate', { body: added })).outcome
    },
  },
  {
    name: 'the modules of a plan, by GET /plan-module/consult',
    administratorsOnly: true,
    async offered({ console }) {
      const { data } = (await console.call('planModuleConsult', {})).data
      return data.map(({ id }) => id)
    },
    all: allModules,
    async send({ console }, id) {
      const plan_id = await newPlan()
      const added = { plan_id, module_id: [id], limit: 9 }
      return (await console.call('planModuleCreate', { body: added })).outcome
    },
  },
  {
    name: 'the module of a loose plan',
    administratorsOnly: true,
    offered: offeredModules,
    all: allModules,
    async send({ console }, id) {
      const { id: company_id } = await world.app.build.company()
      const loose = { company_id, module_id: id, limit: 9 }
      return (await console.call('loosePlanCreate', { body: loose })).outcome
    },
  },
  {
    name: 'the profiles of a person',
    async offered({ console }) {
      const params = { id: String(colleague) }
      const { profiles } = (await console.call('userProfileOffers', { params, query: {} })).data
      return profiles.map(({ id }) => id)
    },
    async all() {
      const rows = await world.app.db.selectFrom('profiles').select('id').execute()
      return rows.map(({ id }) => id)
    },
    async send({ console }, profile_id) {
      const [company_id] = world.companies
      const given = [{ user_id: colleague, profile_id, company_id }]
      const { outcome } = await console.call('userProfileAdd', { body: given })
      await world.app.db.deleteFrom('user_profiles').where('user_id', '=', colleague).execute()
      return outcome
    },
  },
]

let spareModule: Promise<number> | undefined
/** Returns a module that the first company is entitled to. */
function spare(): Promise<number> {
  spareModule ??= world.moduleOf(world.companies[0])
  return spareModule
}

const numbers = (ids: Iterable<number>) => [...ids].toSorted((one, other) => one - other)

test.each(selects)('$name: each caller is offered exactly what is accepted', async (select) => {
  const candidates = await select.all()
  const { administrator, ...others } = actors
  const callers = { administrator, ...(!select.administratorsOnly && others) }
  for (const [caller, by] of Object.entries(callers)) {
    const accepted: number[] = []
    for (const id of candidates) if ((await select.send(by, id)) === '200') accepted.push(id)
    const offered = new Set(await select.offered(by))
    expect(numbers(candidates.filter((id) => offered.has(id))), caller).toEqual(numbers(accepted))
    // Each caller must be offered something, otherwise the test proves nothing.
    expect(accepted.length, caller).toBeGreaterThan(0)
  }
})

test('a company user is offered the services of every module that the company is entitled to', async () => {
  const offered = await offeredModules(actors['master user'])
  expect(offered).toContain(modules.active)
  expect(offered).toContain(consoleModuleId)
})
