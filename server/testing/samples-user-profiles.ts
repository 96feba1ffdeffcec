import { administratorProfileId } from '../../contract/constants.ts'
import type { BodyInputOf } from '../../contract/endpoint.ts'
import type { manyUserProfiles } from '../../contract/many-user-profiles.ts'
import type { userProfiles } from '../../contract/user-profiles.ts'
import { onRow, type Samples } from './sample.ts'
import { newName, nobodysId, type Stage } from './sample-stage.ts'

/** A profile of the company, of a module with seats of its own. */
async function profileWithSeats(stage: Stage): Promise<number> {
  if (stage.whose === 'missing') return nobodysId
  const module = await stage.module()
  return profileOf(stage, module.id)
}

async function profileOf({ app, companyId }: Stage, module_id: number): Promise<number> {
  const made = { module_id, name: newName('Perfil'), company_id: companyId }
  const row = app.db.insertInto('profiles').values(made).returning('id')
  return (await row.executeTakeFirstOrThrow()).id
}

/** A person of the company and a profile to give them; told so, they hold it already. */
async function rowOf(stage: Stage, held: boolean) {
  const [user, profile_id] = [await stage.user(), await profileWithSeats(stage)]
  const company_id = stage.whose === 'missing' ? nobodysId : stage.companyId
  if (held && stage.whose !== 'missing')
    await stage.app.build.assign({ userId: user.id, profileId: profile_id, companyId: company_id })
  return { user_id: user.id, profile_id, company_id, spid: null }
}

type Row = BodyInputOf<typeof userProfiles.userProfileAdd>[number]

const rows = (held: boolean) => async (stage: Stage) => {
  const row = await rowOf(stage, held)
  return { input: { body: [row] }, row: { table: 'users', id: row.user_id } }
}

/** One profile is taken, another one given. */
async function both(stage: Stage) {
  const taken = await rowOf(stage, true)
  const given = { ...taken, profile_id: await profileWithSeats(stage) }
  const body = { taken: [taken], given: [given] }
  return { input: { body }, row: { table: 'users', id: taken.user_id } }
}

/** The row changed so that it can't be given, by the problem that says so. */
const notGiven = {
  'company-not-found': (row: Row) => ({ ...row, company_id: nobodysId }),
  'profile-not-found': (row: Row) => ({ ...row, profile_id: nobodysId }),
  'spid-not-found': (row: Row) => ({ ...row, spid: 'NINGUEM' }),
  async 'user-not-active'(row: Row, stage: Stage) {
    await stage.app.db
      .updateTable('users')
      .set({ status: 0 })
      .where('id', '=', row.user_id)
      .execute()
    return row
  },
  async 'user-is-oneself'(row: Row, stage: Stage) {
    const { id: user_id, company } = stage.by.person
    const link = { user_id, company_id: company.id }
    await stage.app.db
      .insertInto('user_companies')
      .values(link)
      .onConflict((on) => on.doNothing())
      .execute()
    return { ...row, user_id }
  },
  async 'profile-deleted'(row: Row, stage: Stage) {
    await stage.deleteProfile(row.profile_id)
    return row
  },
  /** A profile of this console with a screen that nobody was given. */
  async 'profile-beyond-own'(row: Row, stage: Stage) {
    const { db } = stage.app
    const made = { module_id: 1, environment: 'front', method: 'GET', name: newName('Tela') }
    const url = `/${crypto.randomUUID()}`
    const screen = await db
      .insertInto('functions')
      .values({ ...made, url })
      .returning('id')
      .executeTakeFirstOrThrow()
    const id = await profileOf(stage, 1)
    await stage.hold({ id, name: made.name, module_id: 1 }, screen.id)
    return { ...row, profile_id: id }
  },
  async 'seat-limit-exceeded'(row: Row, stage: Stage) {
    const module = await stage.app.build.module({ secret: false })
    return { ...row, profile_id: await profileOf(stage, module.id) }
  },
}

type Reason = keyof typeof notGiven

/** How each of these problems is provoked, by a call with this row in place of the one that fits. */
function refusals<M, I>(rowIn: (made: M) => Row, withRow: (made: M, row: Row) => I) {
  const provoke = (reason: Reason) => async (made: M, stage: Stage) =>
    withRow(made, await notGiven[reason](rowIn(made), stage))
  const by = (reason: Reason) => ({ by: 'company user' as const, provoke: provoke(reason) })
  return {
    'user-not-found': 'missing' as const,
    'company-not-found': provoke('company-not-found'),
    'profile-not-found': provoke('profile-not-found'),
    'spid-not-found': provoke('spid-not-found'),
    'user-not-active': provoke('user-not-active'),
    'user-is-oneself': by('user-is-oneself'),
    'profile-deleted': provoke('profile-deleted'),
    'profile-beyond-own': by('profile-beyond-own'),
    'seat-limit-exceeded': provoke('seat-limit-exceeded'),
  }
}

interface Listing {
  input: { body: Row[] }
}
interface Both {
  input: { body: { taken: Row[]; given: Row[] } }
}

const missingRow = { user_id: nobodysId, profile_id: nobodysId, company_id: nobodysId, spid: null }

const first = ([row]: readonly Row[]): Row => row ?? missingRow

const ofList = refusals(
  ({ input }: Listing) => first(input.body),
  (_, row) => ({ body: [row] }),
)
const ofBoth = refusals(
  ({ input }: Both) => first(input.body.given),
  ({ input }, row) => ({ body: { ...input.body, given: [row] } }),
)

/** The caller's own administrator's profile. */
const ownProfile = ({ by }: Stage): Row => ({
  user_id: by.person.id,
  profile_id: administratorProfileId,
  company_id: by.person.company.id,
  spid: null,
})

const trail = (...tells: ('before' | 'after')[]) => ({ target: onRow('user'), tells })

/** Who holds what. */
export const userProfileSamples: Samples<
  keyof typeof userProfiles | keyof typeof manyUserProfiles
> = {
  userProfileGet: {
    scope: 'company',
    everyPerson: true,
    async make(stage) {
      const { id } = await stage.user()
      return { input: { params: { id: String(id) } }, row: { table: 'users', id } }
    },
    problems: { 'user-not-found': 'missing' },
    trail: undefined,
  },
  userProfileOffers: {
    scope: 'company',
    everyPerson: true,
    async make(stage) {
      const { id } = await stage.user()
      return { input: { params: { id: String(id) }, query: {} }, row: { table: 'users', id } }
    },
    problems: { 'user-not-found': 'missing' },
    trail: undefined,
  },
  userProfileOffersMany: {
    scope: 'company',
    everyPerson: true,
    async make(stage) {
      const { id } = await stage.user()
      return { input: { body: { user_id: [id] } }, row: { table: 'users', id } }
    },
    problems: { 'user-not-found': 'missing' },
    trail: undefined,
  },
  userProfileAdd: {
    scope: 'company',
    make: rows(false),
    problems: ofList,
    trail: trail('after'),
  },
  userProfileRemove: {
    scope: 'company',
    make: rows(true),
    problems: {
      'user-not-found': 'missing',
      'company-not-found': ofList['company-not-found'],
      'profile-not-found': ofList['profile-not-found'],
      'administrator-indispensable': (_, stage) => ({ body: [ownProfile(stage)] }),
    },
    trail: trail('before'),
  },
  userProfileUpdate: {
    scope: 'company',
    make: both,
    problems: {
      ...ofBoth,
      'administrator-indispensable': ({ input }, stage) => ({
        body: { ...input.body, taken: [ownProfile(stage)] },
      }),
    },
    trail: trail('before', 'after'),
  },
  userProfileWhy: {
    scope: 'company',
    everyPerson: '404 company-not-found',
    async make(stage) {
      const row = await rowOf(stage, true)
      const module = stage.app.db.selectFrom('profiles').select('module_id')
      const found = await module.where('id', '=', row.profile_id).executeTakeFirst()
      const query = { company_id: row.company_id, module_id: found?.module_id ?? nobodysId }
      return {
        input: { params: { id: String(row.user_id) }, query },
        row: { table: 'users', id: row.user_id },
      }
    },
    problems: {
      'user-not-found': 'missing',
      'company-not-found': ({ input }) => ({
        ...input,
        query: { ...input.query, company_id: nobodysId },
      }),
      'module-not-found': ({ input }) => ({
        ...input,
        query: { ...input.query, module_id: nobodysId },
      }),
      'function-not-found': ({ input }) => ({
        ...input,
        query: { ...input.query, function_id: nobodysId },
      }),
      'action-not-found': async ({ input }, stage) => {
        const { id } = await stage.function(Number(input.query.module_id))
        return { ...input, query: { ...input.query, function_id: id, action_id: nobodysId } }
      },
    },
    trail: undefined,
  },
}
