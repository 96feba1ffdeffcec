import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleModuleId, masterProfileId } from '../../contract/constants.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
} from '../../test/testing/console-client.ts'
import { masterOf, personOf } from '../../test/testing/people.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

interface Row {
  user_id: number
  profile_id: number
  company_id: number
  spid: string | null
}
const give = async (by: ConsoleClient, row: Row) =>
  (await by.call('userProfileAdd', { body: [row] })).outcome

test('a master profile that a user already holds is reported as not found to a master user who assigns it', async () => {
  const master = await masterOf(app)
  const company_id = master.person.company.id
  const [holder, other] = [await personOf(app, [company_id]), await personOf(app, [company_id])]
  const held = { userId: holder.id, profileId: masterProfileId, companyId: company_id }
  await app.build.assign(held)
  // The responses for the holder and for the other user are identical.
  for (const { id: user_id } of [holder, other])
    expect(
      await give(master, { user_id, profile_id: masterProfileId, company_id, spid: null }),
    ).toBe('404 profile-not-found')
})

test('a profile of an inactive service is neither offered nor assigned', async () => {
  const admin = await administratorOf(app)
  const [company, module] = [await app.build.company(), await app.build.module()]
  await app.build.plan({ companyId: company.id, moduleId: module.id })
  const profile_id = await app.build.profile({ moduleId: module.id })
  const { id: user_id } = await personOf(app, [company.id])
  const offered = async () => {
    const ask = { params: { id: String(user_id) }, query: {} }
    return (await admin.call('userProfileOffers', ask)).data.profiles.map(({ id }) => id)
  }
  expect(await offered()).toEqual([profile_id])
  const of = app.db.selectFrom('modules').select('service_id').where('id', '=', module.id)
  await app.db.updateTable('services').set({ active: false }).where('id', '=', of).execute()
  expect(await offered()).toEqual([])
  const row = { user_id, profile_id, company_id: company.id, spid: null }
  expect(await give(admin, row)).toBe('404 profile-not-found')
})

test('a master user in this console for one SPID assigns console profiles only for that SPID, and profiles of other modules for any', async () => {
  const console = app.db.updateTable('modules').where('id', '=', consoleModuleId)
  await console.set({ is_enable_spid: true }).execute()
  try {
    const company = await app.build.company({ spids: ['7101', '7102'] })
    const person = await app.build.consoleUser({ company })
    const at = { ...person.at, spid: '7101' }
    const master = await arriveInConsole(app, { ...person, at })
    const module = await app.build.module()
    await app.build.plan({ companyId: company.id, moduleId: module.id })
    const [own, other] = [
      await app.build.profile({ moduleId: consoleModuleId }),
      await app.build.profile({ moduleId: module.id }),
    ]
    await app.db
      .updateTable('profiles')
      .set({ accredited_enable: true })
      .where('id', 'in', [own, other])
      .execute()
    const { id: user_id } = await personOf(app, [company.id])
    const outcomes = async (profile_id: number) => {
      const outcomesOfRows: string[] = []
      for (const spid of ['7101', '7102', null])
        outcomesOfRows.push(
          await give(master, { user_id, profile_id, company_id: company.id, spid }),
        )
      return outcomesOfRows
    }
    const refused = '403 profile-beyond-own'
    expect(await outcomes(own)).toEqual(['200', refused, refused])
    expect(await outcomes(other)).toEqual(['200', '200', '200'])
  } finally {
    await console.set({ is_enable_spid: false }).execute()
  }
})
