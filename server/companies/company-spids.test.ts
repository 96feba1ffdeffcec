import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administratorProfileId, consoleModuleId } from '../../contract/constants.ts'
import { lockAdministrators } from '../scope/administrators.ts'
import type { Visitor } from '../../test/testing/builders.ts'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { ended, expectOnAllInstances } from '../../test/testing/instance-outcomes.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { createTestApp, type TestApp, type TestInstance } from '../../test/testing/test-app.ts'
import { waitingFor } from '../../test/testing/waiting-for.ts'

let app: TestApp
let second: TestInstance
let admin: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  second = await app.beside()
  admin = await administratorOf(app)
})
afterAll(() => app.close())

/** Saves the company with these SPIDs. */
async function saveSpids(id: number, spids: { spid: string; description?: string }[], by = admin) {
  const params = { id: String(id) }
  const { name, email, document, active, version } = (await by.call('companyGet', { params })).data
  return by.call('companyUpdate', {
    params,
    body: { name, email, document, active, version, spids },
  })
}

async function held(companyId: number): Promise<(string | null)[]> {
  const rows = await app.db
    .selectFrom('user_profiles')
    .select('spid')
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute()
  return rows.map(({ spid }) => spid)
}

/** Builds two users of a company: one holds a profile for 7101, the other one for 7102 and one for all SPIDs. */
async function twoHolders(): Promise<{
  company: Visitor['company']
  one: Visitor
  other: Visitor
}> {
  const module = await app.build.module({ isEnableSpid: true })
  const one = await app.build.visitor({ module, spids: ['7101', '7102'] })
  const { company, profileId } = one
  const other = await app.build.visitor({ module, company })
  await app.db
    .updateTable('user_profiles')
    .set({ spid: '7101' })
    .where('user_id', '=', one.id)
    .execute()
  await app.build.assign({ userId: other.id, profileId, companyId: company.id, spid: '7102' })
  return { company, one, other }
}

describe('the SPIDs of a company are replaced as a whole', () => {
  test('inserts, deletes and updates SPIDs, and audits the values before and after', async () => {
    const { id } = await app.build.company({ spids: ['7101', '7102'] })
    const other = await app.build.company({ spids: ['7102'] })
    const { data } = await saveSpids(id, [{ spid: '7102', description: 'Nova' }, { spid: 'B1' }])
    const spids = [
      { spid: '7102', description: 'Nova' },
      { spid: 'B1', description: '' },
    ]
    expect(data).toMatchObject({ version: 2, spids })
    expect(await lastEvent(app.db)).toMatchObject({
      target: `company:${id}`,
      before: {
        spids: [
          { spid: '7101', description: 'SPID 7101' },
          { spid: '7102', description: 'SPID 7102' },
        ],
      },
      after: { spids, user_profiles_ended: 0, people_concerned: 0 },
    })
    const params = { id: String(other.id) }
    const { spids: ofOther } = (await admin.call('companyGet', { params })).data
    expect(ofOther).toEqual([{ spid: '7102', description: 'SPID 7102' }])
  })

  test('replaces all eight by eight others in one save', async () => {
    const { id } = await app.build.company({ spids: [1, 2, 3, 4, 5, 6, 7, 8].map(String) })
    const requested = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((spid) => ({ spid }))
    const { data } = await saveSpids(id, requested)
    expect(data.spids.map(({ spid }) => spid)).toEqual(requested.map(({ spid }) => spid))
  })

  test('deletes all for an empty list', async () => {
    const { id } = await app.build.company({ spids: ['7101'] })
    expect((await saveSpids(id, [])).data.spids).toEqual([])
  })

  test('keeps them if the field is absent', async () => {
    const { id } = await app.build.company({ spids: ['7101'] })
    const params = { id: String(id) }
    const { name, email, document } = (await admin.call('companyGet', { params })).data
    const body = { name, email, document, active: true }
    const { data } = await admin.call('companyUpdate', { params, body })
    expect(data.spids).toEqual([{ spid: '7101', description: 'SPID 7101' }])
  })
})

describe('deleting a SPID', () => {
  test('deletes the user-profiles for it, audits their number, and keeps all others', async () => {
    const { company } = await twoHolders()
    expect(await held(company.id)).toEqual(['7101', null, '7102'])
    await saveSpids(company.id, [{ spid: '7102' }])
    expect(await held(company.id)).toEqual([null, '7102'])
    expect(await lastEvent(app.db)).toMatchObject({
      after: { user_profiles_ended: 1, people_concerned: 1 },
    })
  })

  test('ends tokens for it, and grants no access to all SPIDs instead', async () => {
    const { company, one, other } = await twoHolders()
    const [first, initial] = [await app.trips.enter(one), await app.trips.enter(other)]
    const ofFirst = await app.trips.arrive(first, { ...one.at, spid: '7101' })
    const ofOther = await app.trips.arrive(initial, { ...one.at, spid: '7102' })
    await expectOnAllInstances([app, second], ofFirst, '200')
    await expectOnAllInstances([app, second], ofOther, '200')
    await saveSpids(company.id, [{ spid: '7102' }])
    await expectOnAllInstances([app, second], ofFirst, ended)
    await expectOnAllInstances([app, second], ofOther, '200')
    expect((await app.trips.askForCode(first, { ...one.at, spid: '7102' })).outcome).toBe(
      '404 module-not-found',
    )
  })

  test('also deletes a user-profile that is concurrently assigned for it', async () => {
    const { company, other } = await twoHolders()
    const giving = app.db.transaction().execute(async (db) => {
      await db
        .insertInto('user_profiles')
        .values({
          user_id: other.id,
          profile_id: other.profileId,
          company_id: company.id,
          spid: '7101',
        })
        .execute()
      // The save waits for this transaction, which has locked the SPID.
      const save = saveSpids(company.id, [{ spid: '7102' }])
      await waitingFor(app.db, 'from spids where')
      return { save }
    })
    const { save } = await giving
    expect((await save).outcome).toBe('200')
    expect(await held(company.id)).toEqual([null, '7102'])
  })

  test('and creating the SPID again restores no assignments', async () => {
    const { company, one } = await twoHolders()
    await saveSpids(company.id, [{ spid: '7102' }])
    await saveSpids(company.id, [{ spid: '7101' }, { spid: '7102' }])
    const who = await app.trips.enter(one)
    expect((await app.trips.askForCode(who, { ...one.at, spid: '7101' })).outcome).toBe(
      '404 module-not-found',
    )
  })
})

describe('deleting a SPID with administrator profiles', () => {
  test('is accepted if other administrators who can sign in remain', async () => {
    const { id: userId, company } = await app.build.consoleUser({ spids: ['7101'] })
    const profileId = administratorProfileId
    await app.build.assign({ userId, profileId, companyId: company.id, spid: '7101' })
    expect((await saveSpids(company.id, [])).outcome).toBe('200')
    expect(await held(company.id)).toEqual([null])
  })

  test('is refused for the SPID of the caller’s own profile', async () => {
    const company = await app.build.company({ spids: ['7101', '7102'] })
    await app.build.plan({ companyId: company.id, moduleId: consoleModuleId })
    const own = { userId: admin.person.id, profileId: administratorProfileId }
    await app.build.assign({ ...own, companyId: company.id, spid: '7101' })
    const { failure } = await saveSpids(company.id, [{ spid: '7102' }])
    expect(failure).toMatchObject({
      httpStatus: 409,
      code: 'company-of-administrators',
    })
    expect(await held(company.id)).toEqual(['7101'])
    expect((await saveSpids(company.id, [{ spid: '7101' }])).outcome).toBe('200')
  })

  test('is refused if the only other administrator loses the profile concurrently', async () => {
    const house = await createTestApp()
    try {
      const one = await administratorOf(house)
      const other = await house.build.consoleUser({ spids: ['7101'] })
      const { id: companyId } = other.company
      const last = { userId: other.id, profileId: administratorProfileId, companyId, spid: '7101' }
      await house.build.assign(last)
      const { refused } = await house.db.transaction().execute(async (db) => {
        await lockAdministrators(db)
        const call = saveSpids(companyId, [], one)
        await waitingFor(house.db, 'from profiles where id')
        await db.deleteFrom('user_profiles').where('user_id', '=', one.person.id).execute()
        return { refused: call }
      })
      expect((await refused).outcome).toBe('409 company-of-administrators')
      const left = await house.db
        .selectFrom('user_profiles')
        .select('user_id')
        .where('profile_id', '=', administratorProfileId)
        .execute()
      expect(left).toEqual([{ user_id: other.id }])
    } finally {
      await house.close()
    }
  })
})

test('a SPID in another letter case is the same one: its assignments stay', async () => {
  const { company } = await twoHolders()
  await saveSpids(company.id, [{ spid: '7101' }, { spid: '7102' }, { spid: 'voz1' }])
  await app.db
    .updateTable('user_profiles')
    .set({ spid: 'voz1' })
    .where('company_id', '=', company.id)
    .where('spid', '=', '7102')
    .execute()
  const { data } = await saveSpids(company.id, [{ spid: '7101' }, { spid: 'VOZ1' }])
  expect(data.spids.map(({ spid }) => spid)).toEqual(['7101', 'VOZ1'])
  expect(await held(company.id)).toEqual(['7101', null, 'VOZ1'])
})

describe('the database constraint', () => {
  test('refuses a ninth SPID, also with concurrent inserts', async () => {
    const { id } = await app.build.company()
    const inserts = Array.from({ length: 12 }, (_, n) =>
      app.db
        .insertInto('spids')
        .values({ company_id: id, spid: `C${n}` })
        .execute()
        .then(
          () => 'taken',
          () => 'refused',
        ),
    )
    const outcomes = (await Promise.all(inserts)).toSorted()
    expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(8)
  })

  test('refuses a second spelling of a SPID', async () => {
    const { id } = await app.build.company({ spids: ['voz1'] })
    await expect(
      app.db.insertInto('spids').values({ company_id: id, spid: 'VOZ1' }).execute(),
    ).rejects.toThrow('spids_company_fold_key')
  })
})
