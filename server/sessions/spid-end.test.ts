import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ended, expectOnAllInstances } from '../../test/testing/instance-outcomes.ts'
import { createTestApp, type TestApp, type TestInstance } from '../../test/testing/test-app.ts'

let app: TestApp
let second: TestInstance

beforeAll(async () => {
  app = await createTestApp()
  second = await app.beside()
})
afterAll(() => app.close())

/** Signs a user in to a module with one SPID. The user's profile covers all SPIDs of the company. */
async function signedIn() {
  const module = await app.build.module({ isEnableSpid: true })
  const visitor = await app.build.visitor({ module, spids: ['7101', '7102'] })
  const initial = await app.trips.enter(visitor)
  const at = { ...visitor.at, spid: '7101' }
  return { visitor, at, initial, who: await app.trips.arrive(initial, at) }
}

const remove = (companyId: number, spid: string) =>
  app.db.deleteFrom('spids').where('company_id', '=', companyId).where('spid', '=', spid).execute()

describe('a removed SPID', () => {
  test('ends its tokens on every instance, and no other tokens of the session', async () => {
    const { visitor, at, initial, who } = await signedIn()
    const other = await app.trips.arrive(initial, { ...at, spid: '7102' })
    await expectOnAllInstances([app, second], who, '200')
    await remove(visitor.company.id, '7101')
    await expectOnAllInstances([app, second], who, ended)
    await expectOnAllInstances([app, second], other, '200')
    await expectOnAllInstances([app, second], initial, '200')
  })

  test('invalidates codes that were issued before', async () => {
    const { visitor, at, initial, who } = await signedIn()
    const { code } = (await app.trips.askForCode(initial, at)).data
    await remove(visitor.company.id, '7101')
    // Waits until every instance has received the notification.
    await expectOnAllInstances([app, second], who, ended)
    expect((await app.trips.exchange(code, at.module)).outcome).toBe('404 code-not-found')
  })
})
