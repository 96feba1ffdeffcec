import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ended, expectEverywhere } from '../testing/everywhere.ts'
import { createTestApp, type TestApp, type TestInstance } from '../testing/test-app.ts'

let app: TestApp
let second: TestInstance

beforeAll(async () => {
  app = await createTestApp()
  second = await app.beside()
})
afterAll(() => app.close())

/** Somebody whose profile holds for all SPIDs of a company, inside a module for one of them. */
async function inside() {
  const module = await app.build.module({ isEnableSpid: true })
  const visitor = await app.build.visitor({ module, spids: ['7101', '7102'] })
  const initial = await app.trips.enter(visitor)
  const at = { ...visitor.at, spid: '7101' }
  return { visitor, at, initial, who: await app.trips.arrive(initial, at) }
}

const remove = (companyId: number, spid: string) =>
  app.db.deleteFrom('spids').where('company_id', '=', companyId).where('spid', '=', spid).execute()

describe('a SPID that is no more', () => {
  test('ends on every instance the tokens for it, and no others of the same session', async () => {
    const { visitor, at, initial, who } = await inside()
    const other = await app.trips.arrive(initial, { ...at, spid: '7102' })
    await expectEverywhere([app, second], who, '200')
    await remove(visitor.company.id, '7101')
    await expectEverywhere([app, second], who, ended)
    await expectEverywhere([app, second], other, '200')
    await expectEverywhere([app, second], initial, '200')
  })

  test('gives nothing for a code that was issued before', async () => {
    const { visitor, at, initial, who } = await inside()
    const { code } = (await app.trips.askForCode(initial, at)).data
    await remove(visitor.company.id, '7101')
    // From then on every instance knows of it.
    await expectEverywhere([app, second], who, ended)
    expect((await app.trips.exchange(code, at.module)).outcome).toBe('404 code-not-found')
  })
})
