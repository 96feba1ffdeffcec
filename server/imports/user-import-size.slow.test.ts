import { afterAll, beforeAll, expect, test } from 'vitest'
import { administratorOf } from '../../test/testing/console-client.ts'
import { ImportDesk } from '../../test/testing/import-desk.ts'
import { peopleFile, peopleScenario, personLine } from '../../test/testing/people-scenario.ts'
import { statementsOf } from '../../test/testing/statements.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let desk: ImportDesk

beforeAll(async () => {
  app = await createTestApp({ config: { mailRate: 1 } })
  desk = new ImportDesk(await administratorOf(app), 'users')
})
afterAll(() => app.close())

test(
  'the number of statements for 3,000 users grows only with the number of chunks',
  { timeout: 120_000 },
  async () => {
    const scenarios = [
      await peopleScenario(app, { seats: 99 }),
      await peopleScenario(app, { seats: 99 }),
    ]
    const file = (count: number, name: string) =>
      peopleFile(
        ...Array.from({ length: count }, (_, n) => {
          const { document = '', profile = '' } = scenarios[n % 2] ?? {}
          return personLine({
            email: `${name}${n}@grande.example`,
            document,
            profile: n < 100 ? profile : '',
          })
        }),
      )
    const small = (await statementsOf(() => desk.import(file(3, 'pouca')))).length
    const large = (await statementsOf(() => desk.import(file(3000, 'muita')))).length
    // The large import needs statements for two more chunks each of rows, users, links, invitations, applied rows and
    // audit records. The other 12 are a margin: an import that takes long repeats some look-ups.
    expect(large - small).toBeLessThanOrEqual(2 * 6 + 12)
    const [last] = (await desk.who.call('importList', { params: { kind: 'users' } })).data.imports
    const undo = await statementsOf(() => desk.undo(last ?? { id: 0 }))
    expect(undo.length).toBeLessThan(40)
    expect((await desk.get(last ?? { id: 0 })).state).toBe('undone')
  },
)
