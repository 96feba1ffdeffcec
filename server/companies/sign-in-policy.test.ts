import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayOf, startOfDay } from '../../contract/days.ts'
import type { Visitor } from '../../test/testing/builders.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { callAs, makePasskey } from '../../test/testing/passkey-trips.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'
import { replaceRecoveryCodes } from '../factors/factor-queries.ts'
import { digestOf } from '../secrets/random.ts'
import { days } from '../shared/clock.ts'

let app: TestApp
let administrator: Visitor
let who: SignedIn
let company: { id: number; name: string }

beforeAll(async () => {
  app = await createTestApp()
  administrator = await app.build.consoleUser({ profileId: 1 })
  who = await app.trips.arrive(await app.trips.enter(administrator), administrator.at)
})
afterAll(() => app.close())
beforeEach(async () => {
  company = await app.build.company()
})

const params = () => ({ id: String(company.id) })
const read = async () =>
  (await app.client.call('companySignInPolicyGet', { ...who, params: params() })).data
const save = (body: {
  policy: 'none' | 'second-factor' | 'passkey'
  begin_date?: string
  version?: number
}) => callAs(app, who, administrator.email, 'companySignInPolicyUpdate', { params: params(), body })
/** Returns the date this number of days from now, in São Paulo. */
const dayIn = (count: number) => dayOf(new Date(app.clock.now().getTime() + days(count)))

describe('the sign-in policy of a company', () => {
  test('is none at first; begins at the first instant of a day, and shares the version of the company', async () => {
    const first = await read()
    expect(first).toMatchObject({ policy: 'none', begin_date: null, people: 0 })
    const day = dayIn(3)
    const saved = await save({ policy: 'passkey', begin_date: day, version: first.version })
    expect(saved.data).toMatchObject({
      policy: 'passkey',
      begin_date: startOfDay(day)?.toISOString(),
      version: first.version + 1,
    })
    expect(await lastEvent(app.db)).toMatchObject({
      event: 'company.sign-in-policy-updated',
      target: `company:${company.id}`,
      before: { sign_in_policy: 'none', sign_in_policy_begins_at: null },
      after: {
        sign_in_policy: 'passkey',
        sign_in_policy_begins_at: startOfDay(day)?.toISOString(),
      },
    })
    const late = await save({ policy: 'none', version: first.version })
    expect(late.outcome).toBe('409 changed-meanwhile')
    expect((await save({ policy: 'none', begin_date: day })).data).toMatchObject({
      policy: 'none',
      begin_date: null,
    })
  })

  test.each<[string | undefined, string]>([
    [undefined, 'Informe a data de início.'],
    ['yesterday', 'Data de início não pode ser menor que a data atual'],
    ['too late', 'Informe uma data dentro dos próximos 10 anos.'],
  ])('with the begin date %s gets an error that names the field', async (date, sentence) => {
    const begin_date = date && (date === 'yesterday' ? dayIn(-1) : dayIn(366 * 10 + 5))
    const refused = await save({
      policy: 'passkey',
      ...(begin_date !== undefined && { begin_date }),
    })
    expect(refused.outcome).toBe('400 invalid-input')
    expect(refused.failure.fields).toEqual({ begin_date: sentence })
    expect((await read()).policy).toBe('none')
  })

  test('may begin today, and keeps a begin that has passed', async () => {
    const today = dayIn(0)
    expect((await save({ policy: 'second-factor', begin_date: today })).outcome).toBe('200')
    const past = { sign_in_policy_begins_at: startOfDay(dayIn(-9)) ?? null }
    await app.db.updateTable('companies').set(past).where('id', '=', company.id).execute()
    expect((await save({ policy: 'second-factor', begin_date: dayIn(-9) })).outcome).toBe('200')
    expect((await save({ policy: 'passkey', begin_date: dayIn(-9) })).outcome).toBe(
      '400 invalid-input',
    )
  })

  test('counts the active people of the company by what they have', async () => {
    const other = await app.build.company()
    const people = {
      passkey: await app.build.user(),
      totp: await app.build.user(),
      // Recovery codes belong to a factor. Alone they are none, also if one of them met the policy at a sign-in.
      codes: await app.build.user(),
      none: await app.build.user(),
      provider: await app.build.user({ federated: true }),
      deleted: await app.build.user({ deleted: true }),
      elsewhere: await app.build.user(),
    }
    await makePasskey(app, people.passkey)
    await makePasskey(app, people.elsewhere)
    for (const [name, { id }] of Object.entries(people))
      await app.db
        .insertInto('user_companies')
        .values({ user_id: id, company_id: name === 'elsewhere' ? other.id : company.id })
        .execute()
    const secret = { ciphertext: Buffer.alloc(1), key_id: 'k', last_step: 0 }
    for (const { id } of [people.totp, people.passkey])
      await app.db
        .insertInto('totp_factors')
        .values({ ...secret, user_id: id })
        .execute()
    await replaceRecoveryCodes(app.db, {
      userId: people.codes.id,
      digests: [digestOf('K7PD-4MXQ-K7PD-4MXQ-K7PD-4MXQ')],
      now: app.clock.now(),
    })
    expect(await read()).toMatchObject({
      people: 5,
      federated: 1,
      with_passkey: 1,
      with_second_factor: 2,
    })
  })
})
