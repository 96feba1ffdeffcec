import { settleNotifications } from '../testing/settle-notifications.ts'
import { sql } from 'kysely'
import {
  administratorProfileId,
  auditorProfileId,
  consoleModuleId,
  masterProfileId,
  supportProfileId,
} from '../../contract/constants.ts'
import { type Endpoint, grantsFor } from '../../contract/endpoint.ts'
import { type ScreenPath, screens } from '../../contract/screens.ts'
import { hours } from '../../server/shared/clock.ts'
import type { Actor, Held, FixtureWorld } from '../testing/fixture-world.ts'

/** All callers, in the order of the table's columns. */
export const callers = {
  nobody: 'sends no token',
  initial: 'the initial token, before a module is chosen',
  expired: 'a console token of an expired session',
  revoked: 'a console token of a user who signed out',
  elsewhere: 'a token of another module',
  'no grant': 'a company user with every screen except those of the endpoint',
  screen: 'a company user with the screens and all actions except those of the endpoint',
  action: 'a company user with the screens and the actions',
  back: 'a company user with the back function and no screen',
  delegate: 'a company user with the screens and the actions by delegation only',
  program: 'an API token of a company user with the screens and the actions',
  master: 'a master user of the company',
  'other master': 'a master user of another company: own and foreign are swapped',
  support: 'a company user with profile 3, which has the screens and the actions',
  auditor: 'a company user with profile 4, which has the screens and the actions',
  administrator: 'an administrator',
} as const

export type CallerName = keyof typeof callers
export const callerNames = Object.keys(callers) as CallerName[]

/** A caller with credentials. */
export interface Caller {
  name: CallerName
  credentials: { token?: string; cookie?: string }
  /** Owner of the created rows: the caller, or another user if the caller has no live session. */
  by: Actor
  /** The caller's profile. The tests set its grants for each endpoint, unless they are fixed. */
  profileId: number
  administrator: boolean
  inConsole: boolean
}

/** Callers whose grants depend on the endpoint. */
const changing = [
  'no grant',
  'screen',
  'action',
  'back',
  'delegate',
  'program',
  'support',
  'auditor',
] as const satisfies CallerName[]
type Changing = (typeof changing)[number]

/** Returns the grants to give to each of these callers for this endpoint. */
function heldFor({ access, method, path }: Endpoint): Record<Changing, Held> {
  const grants = typeof access === 'object' ? grantsFor(access) : []
  const named = new Set<ScreenPath>(grants.map(({ screen }) => screen))
  const opening = (screen: ScreenPath): (string | undefined)[] =>
    grants.filter((grant) => grant.screen === screen).map(({ action }) => action)
  const all = Object.entries(screens).map(([screen, { actions }]) => ({
    screen: screen as ScreenPath,
    actions: [...actions] as string[],
  }))
  const theirs = all.filter(({ screen }) => named.has(screen))
  return {
    'no grant': { screens: all.filter(({ screen }) => !named.has(screen)) },
    screen: {
      screens: theirs.map(({ screen, actions }) => ({
        screen,
        actions: actions.filter((action) => !opening(screen).includes(action)),
      })),
    },
    action: { screens: theirs },
    back: { screens: [], back: [`${method} ${path}`] },
    delegate: { screens: theirs },
    program: { screens: theirs },
    support: { screens: theirs },
    auditor: { screens: theirs },
  }
}

/** Profiles of callers with a fixed profile. */
const profileOf: Partial<Record<Changing, number>> = {
  support: supportProfileId,
  auditor: auditorProfileId,
}

/** Returns the fixed grants of a master user's or administrator's profile. */
async function heldBy({ app }: FixtureWorld, profileId: number): Promise<Held> {
  const { rows } = await sql<{ screen: ScreenPath; actions: string[] }>`
    select f.url as screen, coalesce(json_agg(a.path) filter (where a.path is not null), '[]') as actions
    from profile_functions pf join functions f on f.id = pf.function_id
    left join profile_actions pa on pa.profile_id = pf.profile_id and pa.function_id = f.id
    left join actions a on a.id = pa.action_id
    where pf.profile_id = ${profileId} group by f.url`.execute(app.db)
  return { screens: rows }
}

/** Gives the callers their grants for this endpoint. Returns the grants of each caller in the console. */
export async function equip(
  world: FixtureWorld,
  allCallers: readonly Caller[],
  endpoint: Endpoint,
): Promise<Map<CallerName, Held>> {
  const forThis = new Map<CallerName, Held>(Object.entries(heldFor(endpoint)) as [Changing, Held][])
  const held = new Map<CallerName, Held>()
  const granted = new Map<number, Held>()
  for (const { name, profileId, inConsole } of allCallers) {
    if (!inConsole) continue
    const given = forThis.get(name)
    if (given) granted.set(profileId, given)
    held.set(name, given ?? (await heldBy(world, profileId)))
  }
  await world.grant(granted)
  await settled(world)
  return held
}

/** Waits until the server has processed notifications of direct writes. */
export const settled = ({ app }: FixtureWorld): Promise<void> => settleNotifications(app, app.db)

/** Signs every caller in, and out where required. */
export async function gather(world: FixtureWorld): Promise<Caller[]> {
  const { app, companies } = world
  const emptyProfile = () => app.build.profile({ moduleId: consoleModuleId })
  const someone = async () => world.newActor(await emptyProfile())
  const over = await someone()
  app.clock.advance(hours(12))
  const gone = await someone()
  await gone.console.call('userInvalidateToken', { body: { access_token: gone.initial.token } })
  const bystander = await someone()
  const starter = await someone()
  const traveller = await someone()
  const { at } = await app.build.visitor({
    user: traveller.person,
    company: traveller.person.company,
  })
  const elsewhere = await app.trips.arrive(traveller.initial, at)
  const master = await world.newActor(masterProfileId)
  const otherMaster = await world.newActor(masterProfileId, companies[1])
  const administrator = await world.newActor(administratorProfileId)
  const caller = (name: CallerName, by: Actor, credentials: Caller['credentials']): Caller => ({
    name,
    by,
    credentials: pick(credentials),
    profileId: by.person.profileId,
    administrator: by === administrator,
    inConsole: credentials === by.console.who || name === 'program',
  })
  const inConsole = (name: CallerName, by: Actor) => caller(name, by, by.console.who)
  const program = async (by: Actor) => {
    const { id: userId, company } = by.person
    const { token } = await app.build.apiToken({ userId, companyId: company.id })
    return caller('program', by, { token })
  }
  const ofCompany = await Promise.all(
    changing.map(async (name) => {
      const profileId = profileOf[name]
      const by = profileId === undefined ? await someone() : await world.newActor(profileId)
      if (name === 'delegate') await lendInsteadOfAssigning(world, by)
      return name === 'program' ? program(by) : inConsole(name, by)
    }),
  )
  return [
    caller('nobody', bystander, {}),
    caller('initial', starter, starter.initial),
    caller('expired', bystander, over.console.who),
    caller('revoked', bystander, gone.console.who),
    caller('elsewhere', traveller, elsewhere),
    ...ofCompany,
    inConsole('master', master),
    inConsole('other master', otherMaster),
    inConsole('administrator', administrator),
  ]
}

/** Replaces the user's assigned profile with an open-ended delegation of it. */
async function lendInsteadOfAssigning({ app }: FixtureWorld, { person }: Actor): Promise<void> {
  const { id: userId, company, profileId } = person
  // A separate lender, because a delegation ends when its lender loses the profile.
  const { id: by } = await app.build.lender(company.id, profileId)
  const lent = { userId, companyId: company.id, by, begin: app.clock.now(), end: null }
  await app.build.delegation({ ...lent, profileId })
  await app.db.deleteFrom('user_profiles').where('user_id', '=', userId).execute()
}

function pick({ token, cookie }: Caller['credentials']): Caller['credentials'] {
  return { ...(token !== undefined && { token }), ...(cookie !== undefined && { cookie }) }
}
