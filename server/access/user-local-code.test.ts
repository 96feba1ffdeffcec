import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Visitor } from '../../test/testing/builders.ts'
import type { BuiltModule } from '../../test/testing/catalogue-builders.ts'
import { settleNotifications } from '../../test/testing/settle-notifications.ts'
import { seconds } from '../shared/clock.ts'
import { countRows, createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'

let app: TestApp
let visitor: Visitor
let who: SignedIn

beforeAll(async () => {
  app = await createTestApp()
  visitor = await app.build.visitor()
  who = await app.trips.enter(visitor)
})
afterAll(() => app.close())

/** Builds a user with profiles for some SPIDs of a company, in a module with SPIDs. */
async function spidVisitor(held: (string | undefined)[], spids = ['11', '22', '33']) {
  const company = await app.build.company({ spids })
  const module = await app.build.module({ isEnableSpid: true })
  await app.build.plan({ companyId: company.id, moduleId: module.id })
  const profileId = await app.build.profile({ moduleId: module.id })
  const user = await app.build.user()
  for (const spid of held) {
    await app.build.assign({
      userId: user.id,
      profileId,
      companyId: company.id,
      ...(spid !== undefined && { spid }),
    })
  }
  return {
    who: await app.trips.enter(user),
    at: { module, companyId: company.id },
    user,
    profileId,
  }
}

describe('POST /user-local/code', () => {
  test('only the registered address is accepted', async () => {
    const { address, origin } = visitor.module
    const before = await countRows(app.db)
    for (const wrong of [
      `${address}/`,
      `${address}?x=1`,
      `${address}#x`,
      `${address}/../auth`,
      `${address}%20`,
      ` ${address}`,
      `${address}\u0001`,
      address.toUpperCase(),
      address.replace('https', 'http'),
      `${origin}.mal.example/app/auth`,
      `https://mal.example@${new URL(origin).host}/app/auth`,
      `${origin}/auth`,
      origin,
      'javascript:alert(1)',
    ]) {
      const answer = await app.trips.askForCode(who, {
        ...visitor.at,
        module: { ...visitor.module, address: wrong },
      })
      expect(answer.outcome, wrong).toBe('400 redirect-uri-mismatch')
    }
    expect(await countRows(app.db)).toEqual(before)
    expect((await app.trips.askForCode(who, visitor.at)).data.redirect_uri).toBe(address)
  })

  test('a new address or SPID requirement applies from the next code on', async () => {
    const company = await app.build.company({ spids: ['11', '22'] })
    const mine = await app.build.visitor({ company })
    const session = await app.trips.enter(mine)
    const ask = (address: string) =>
      app.trips.askForCode(session, { ...mine.at, module: { ...mine.module, address } })
    expect((await ask(mine.module.address)).outcome).toBe('200')
    const change = async (to: { url: string } | { is_enable_spid: boolean }) => {
      await app.db.updateTable('modules').set(to).where('id', '=', mine.module.id).execute()
      await settleNotifications(app, app.db)
    }
    await change({ url: 'outro.example' })
    expect((await ask(mine.module.address)).outcome).toBe('400 redirect-uri-mismatch')
    const protocol = mine.module.address.split('//')[0]
    expect((await ask(`${protocol}//outro.example/auth`)).outcome).toBe('200')
    await change({ is_enable_spid: true })
    expect((await ask(`${protocol}//outro.example/auth`)).failure.fields).toEqual({
      spid: 'Selecione um SPID.',
    })
  })

  test('the console is entered at /home, other modules at /auth', async () => {
    const console = await app.build.console()
    expect(console.address).toBe(`${app.app.fastify ? console.origin : ''}/home`)
    expect(visitor.module.address).toMatch(/\/app\/auth$/)
  })

  test('a module or company without access is reported like an unknown one', async () => {
    const foreign = await app.build.visitor()
    const nobody: BuiltModule = { ...visitor.module, id: 999_999 }
    for (const at of [
      foreign.at,
      { ...visitor.at, companyId: foreign.company.id },
      { ...visitor.at, module: foreign.module },
      { ...visitor.at, module: nobody },
      { ...visitor.at, companyId: 999_999 },
    ]) {
      expect((await app.trips.askForCode(who, at)).outcome).toBe('404 module-not-found')
    }
  })

  test('a module without an address gets no code', async () => {
    const mine = await app.build.visitor({
      user: visitor,
      module: await app.build.module({ url: null }),
    })
    expect((await app.trips.askForCode(who, mine.at)).outcome).toBe('404 module-not-found')
  })

  test('a token of a module without SPIDs has no SPID', async () => {
    const company = await app.build.company({ spids: ['11'] })
    const mine = await app.build.visitor({ user: visitor, company })
    expect((await app.trips.arrive(who, mine.at)).decodedToken.spid).toBeNull()
  })

  test('one of several SPIDs must be chosen, and the token is for that one', async () => {
    const { who: person, at } = await spidVisitor(['11', '22'])
    const unchosen = await app.trips.askForCode(person, at)
    expect(unchosen.outcome).toBe('400 invalid-input')
    expect(unchosen.failure.fields).toEqual({ spid: 'Selecione um SPID.' })
    expect((await app.trips.arrive(person, { ...at, spid: '22' })).decodedToken.spid).toBe('22')
  })

  test.each(['33', '99'])('SPID %s, which the user does not hold, is not found', async (spid) => {
    const { who: person, at } = await spidVisitor(['11', '22'])
    expect((await app.trips.askForCode(person, { ...at, spid })).outcome).toBe('404 spid-not-found')
  })

  test('the only SPID is selected automatically', async () => {
    const { who: person, at } = await spidVisitor(['22'])
    expect((await app.trips.arrive(person, at)).decodedToken.spid).toBe('22')
  })

  test('a profile without a SPID covers each of them', async () => {
    const { who: person, at } = await spidVisitor([undefined])
    expect((await app.trips.arrive(person, { ...at, spid: '33' })).decodedToken.spid).toBe('33')
  })

  test('a user of a company without SPIDs enters a module with SPIDs without choosing one', async () => {
    const { who: person, at } = await spidVisitor([undefined], [])
    expect((await app.trips.arrive(person, at)).decodedToken.spid).toBeNull()
  })

  test('a token for a SPID ends when the profile for that SPID is removed, although another profile remains', async () => {
    const { who: person, at, user } = await spidVisitor(['11', '22'])
    const [first, second] = [
      await app.trips.arrive(person, { ...at, spid: '11' }),
      await app.trips.arrive(person, { ...at, spid: '22' }),
    ]
    await app.db
      .deleteFrom('user_profiles')
      .where('user_id', '=', user.id)
      .where('spid', '=', '11')
      .execute()
    await expect
      .poll(async () => (await app.trips.validate(first.token)).outcome, { timeout: 1000 })
      .toBe('401 access-token-expired')
    expect((await app.trips.validate(second.token)).status).toBe(200)
  })
})

describe('POST /company/consult-spid/{companyId}', () => {
  const consult = (person: SignedIn, companyId: number | string, moduleId: number) =>
    app.client.call('companyConsultSpid', {
      ...person,
      params: { companyId: String(companyId) },
      body: { module_id: moduleId, access_token: person.token },
    })

  test('lists the SPIDs that the user holds there, in order', async () => {
    const { who: person, at } = await spidVisitor(['22', '11'])
    expect((await consult(person, at.companyId, at.module.id)).data.spids).toEqual([
      { spid: '11', description: 'SPID 11' },
      { spid: '22', description: 'SPID 22' },
    ])
  })

  test('responds 404 for a company or module without access', async () => {
    const { at } = await spidVisitor(['11'])
    expect((await consult(who, at.companyId, at.module.id)).outcome).toBe('404 module-not-found')
    expect((await consult(who, at.companyId, visitor.module.id)).outcome).toBe(
      '404 module-not-found',
    )
  })

  test.each(['0', '-1', '1.5', '1e3', '99999999999', 'x', '%00', '1%2F2'])(
    'refuses company id %s',
    async (companyId) => {
      const answer = await app.client.request('POST', `/api/company/consult-spid/${companyId}`, {
        ...who,
        body: JSON.stringify({ module_id: 1, access_token: who.token }),
      })
      expect(answer.outcome).toBe('400 invalid-input')
      expect(answer.failure.fields).toHaveProperty('companyId')
    },
  )
})

test('a user gets 120 codes at once and then one every six seconds, in all sessions together', async () => {
  const person = await app.build.visitor()
  const [first, second] = [await app.trips.enter(person), await app.trips.enter(person)]
  const codes = async (count: number) => {
    const statuses: number[] = []
    for (let index = 0; index < count; index += 1)
      statuses.push(
        (await app.trips.askForCode(index % 2 === 0 ? first : second, person.at)).status,
      )
    return statuses.filter((status) => status === 200).length
  }
  expect(await codes(125)).toBe(120)
  const { status, headers } = await app.trips.askForCode(first, person.at)
  expect([status, headers.get('retry-after')]).toEqual([429, '6'])
  app.clock.advance(seconds(6))
  expect(await codes(3)).toBe(1)
  expect(await app.trips.askForCode(who, visitor.at), 'another person').toMatchObject({
    status: 200,
  })
})
