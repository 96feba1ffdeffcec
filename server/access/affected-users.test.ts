import { afterAll, beforeAll, expect, test } from 'vitest'
import { personOf } from '../../test/testing/people.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { affectedBy } from './affected-users.ts'
import { nextAffected } from './effect-queries.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test.each(['userBlock', 'userDelete'] as const)(
  '%s looks up an e-mail only among visible users, so that the duration reveals no hidden user',
  async (operation) => {
    const [own, other] = [await app.build.company(), await app.build.company()]
    const { id, email } = await personOf(app, [other.id])
    const profileId = await app.build.profile({ moduleId: (await app.build.console()).id })
    await app.build.plan({ companyId: other.id, moduleId: 1, seats: 5 })
    await app.build.assign({ userId: id, profileId, companyId: other.id })
    const input = { params: undefined, body: { email, block: true } }
    const affectedIn = (companyId: number) =>
      nextAffected(app.db, affectedBy[operation](input, { companyId }), 0, 10)
    expect(await affectedIn(other.id)).toEqual([id])
    expect(await affectedIn(own.id)).toEqual([])
  },
)
