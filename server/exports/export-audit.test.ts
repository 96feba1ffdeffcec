import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, type ExportOperation, type Operation } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { FixtureWorld } from '../../test/testing/fixture-world.ts'

const isBeneathRow = (operation: Operation): operation is ExportOperation => {
  const { exports, params }: Endpoint = api[operation]
  return exports !== undefined && params !== undefined
}
const operations = (Object.keys(api) as Operation[]).filter(isBeneathRow)

let world: FixtureWorld

beforeAll(async () => {
  world = await FixtureWorld.start()
})
afterAll(() => world.close())

test.each(operations)(
  'the audit event names the parent record of the list that %s exports',
  async (operation) => {
    const { params: schema }: Endpoint = api[operation]
    const by = await world.actor('administrator')
    const { made } = await world.make(operation, by)
    const answer = await world.app.client.call(
      operation,
      await world.signed(operation, by, made.input),
    )
    expect(answer.status, answer.text).toBe(200)
    const { after } = await world.app.db
      .selectFrom('audit_events')
      .select('after')
      .where('operation', '=', operation)
      .executeTakeFirstOrThrow()
    const { params }: { params?: unknown } = made.input
    expect(after).toMatchObject(schema?.parse(params) ?? {})
  },
)
