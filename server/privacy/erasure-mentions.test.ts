import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { days } from '../shared/clock.ts'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { writeEvent } from '../../test/testing/audit-scenario.ts'
import { waitingFor } from '../../test/testing/waiting-for.ts'

let app: TestApp
let admin: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
})
afterAll(() => app.close())

/** Creates a user with this name whose erasure is due. */
async function due(name: string, email: string): Promise<{ id: number }> {
  const { id } = await app.build.user({ email })
  await app.db.updateTable('users').set({ name }).where('id', '=', id).execute()
  await admin.call('userDelete', { body: { email } })
  app.clock.advance(days(185))
  admin = await administratorOf(app)
  return { id }
}

const erase = ({ id }: { id: number }) =>
  admin.call('erasureCreate', { params: { id: String(id) } })
/** Returns the number of stored `after` values of an event: 1 or 0. */
const countAfterValues = async (seq: number) => {
  const values = app.db.selectFrom('audit_values').select('name').where('seq', '=', seq)
  return (await values.where('name', '=', 'after').execute()).length
}
const about = (after: Record<string, string>) => writeEvent(app.db, { target: 'import:1', after })

describe('an erasure removes audit values that mention the user', () => {
  test.each([
    ['Ana Lima Jr.', 'por Ana Lima Jr., ontem'],
    ["Ana D'", "de Ana D'"],
    ['Érica Zumbi', 'ÉRICA ZUMBI'],
    ['Joana Prado', 'primeira linha\nJoana Prado'],
  ])('by the name %s, in the value %j', async (name, note) => {
    const seq = await about({ note })
    const person = await due(name, `pessoa.${crypto.randomUUID()}@erasure.example`)
    expect((await erase(person)).outcome).toBe('200')
    expect(await countAfterValues(seq)).toBe(0)
  })

  test('by e-mail, but not longer e-mails that end or begin with it', async () => {
    const taken = await Promise.all([
      about({ email: 'ana_c@sul.example' }),
      about({ note: 'Ana <ana_c@sul.example>.' }),
      about({ note: 'Escreveu:\nana_c@sul.example' }),
    ])
    const left = await Promise.all([
      about({ email: 'mariana_c@sul.example' }),
      about({ email: 'lia.ana_c@sul.example' }),
      about({ email: 'ana_c@sul.example.br' }),
      about({ email: 'anaxc@sul.example' }),
    ])
    expect((await erase(await due('Ana Sul', 'ana_c@sul.example'))).outcome).toBe('200')
    expect(await Promise.all(taken.map(countAfterValues))).toEqual([0, 0, 0])
    expect(await Promise.all(left.map(countAfterValues))).toEqual([1, 1, 1, 1])
  })

  test('even if they were written after the search of the audit log', async () => {
    const email = 'entretanto@erasure.example'
    const { id } = await due('Rita Meio-Tempo', email)
    const { erasing, written } = await app.db.transaction().execute(async (holding) => {
      await sql`select from users where id = ${id} for update`.execute(holding)
      const running = erase({ id })
      await waitingFor(app.db, 'users')
      const later = [await about({ email }), await about({ note: 'Rita Meio-Tempo' })]
      return { erasing: { running }, written: later }
    })
    expect((await erasing.running).outcome).toBe('200')
    expect(await Promise.all(written.map(countAfterValues))).toEqual([0, 0])
  })
})
