import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { Mailbox } from '../../test/testing/mailbox.ts'
import { newPerson, userRow } from '../../test/testing/people.ts'
import { readMessages } from '../../test/testing/read-messages.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { basic } from '../../test/testing/test-client.ts'
import { wakeDelivery } from '../../test/testing/wake-delivery.ts'
import { hours, minutes } from '../shared/clock.ts'

const patience = { timeout: 15_000, interval: 20 }
const newPassword = 'Bom-Dia-Vizinho-1987?'

/** Returns the temporary password, which is alone on a line of the text. */
const passwordIn = (text: string): string => /^(\w{4}(?:-\w{4})+)$/m.exec(text)?.[1] ?? ''

let app: TestApp
let admin: ConsoleClient
let companyId: number
let companyName: string

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
  const company = await app.build.company()
  companyId = company.id
  companyName = company.name
})
afterAll(() => app.close())
beforeEach(() => app.db.deleteFrom('rate_limits').execute())

const read = async (id: number, by = admin) =>
  (await by.call('userGet', { params: { id: String(id) } })).data
const signIn = async (email: string, password: string, at = app) =>
  (await at.client.call('authLocal', { headers: basic(email, password) })).outcome

async function invited(by = admin, of = companyId, at = app) {
  const person = newPerson()
  await by.call('userCreate', { body: { ...person, company_id: [of] } })
  return { ...person, id: (await userRow(at, person.email))?.id ?? 0 }
}

/** Waits until this number of texts was sent to the address, and returns them. */
async function textsTo(to: string, count: number, at = app): Promise<string[]> {
  return vi.waitFor(async () => {
    const sent = at.db.selectFrom('outbox').select('id').where('recipient', '=', to)
    expect(await sent.where('sent_at', 'is not', null).execute()).toHaveLength(count)
    return (await readMessages(at.outbox, { to })).map(({ text }) => text)
  }, patience)
}

describe('an invitation', () => {
  test('says who invites, where to go and what to do, and leads to the user’s own password', async () => {
    const { id, email, name } = await invited()
    const [text = ''] = await textsTo(email, 1)
    expect(text).toContain(`Olá, ${name}.`)
    expect(text).toContain(`${companyName} convidou você para a Gestão de Acesso`)
    expect(text).toContain(`${app.origin}/auth`)
    expect(text).toContain(email)
    expect(text).toContain('vale por 24 horas a partir do envio desta mensagem')
    expect(await read(id)).toMatchObject({
      invitation: {
        state: 'sent',
        expires_at: new Date(app.clock.now().getTime() + hours(24)).toISOString(),
      },
    })
    const oldPassword = passwordIn(text)
    expect(text).toContain(`Sua senha temporária:\n\n${oldPassword}\n`)
    const { data } = await app.client.call('authLocal', { headers: basic(email, oldPassword) })
    expect(data.ChallengeName).toBe('NEW_PASSWORD_REQUIRED')
    const secretQuestion = { user: email, question: 1, response: 'Colégio' }
    const body = { session: data.Session, email, oldPassword, newPassword, secretQuestion }
    expect((await app.client.call('userSetPassword', { body })).outcome).toBe('200')
    expect(await read(id)).toMatchObject({ invitation: null })
    expect(await signIn(email, oldPassword)).toBe('401 invalid-credentials')
  })

  test('can be sent again: the previous password becomes invalid, the new one is valid for 24 hours', async () => {
    const { id, email } = await invited()
    const [first = ''] = await textsTo(email, 1)
    expect((await admin.call('userInvite', { body: { id } })).outcome).toBe('200')
    const second = (await textsTo(email, 2)).find((text) => text !== first) ?? ''
    expect(await signIn(email, passwordIn(first))).toBe('401 invalid-credentials')
    expect(await signIn(email, passwordIn(second))).toBe('200')
  })

  test('for a corrected e-mail invalidates the password sent to the wrong address', async () => {
    const { id, email, name, phone_number } = await invited()
    const [mistyped = ''] = await textsTo(email, 1)
    const right = newPerson().email
    await admin.call('userUpdate', { body: { id, name, phone_number, email: right } })
    const [text = ''] = await textsTo(right, 1)
    for (const at of [email, right])
      expect(await signIn(at, passwordIn(mistyped))).toBe('401 invalid-credentials')
    expect(await signIn(right, passwordIn(text))).toBe('200')
  })

  test('for a federated user contains no password', async () => {
    const { id, email } = await invited()
    await textsTo(email, 1)
    await app.db.deleteFrom('passwords').where('user_id', '=', id).execute()
    await app.db.updateTable('users').set({ federated: true }).where('id', '=', id).execute()
    expect((await admin.call('userInvite', { body: { id } })).outcome).toBe('200')
    const texts = await textsTo(email, 2)
    const federated = texts.find((text) => text.includes('acesso federado')) ?? ''
    expect(federated).not.toContain('senha')
    expect(passwordIn(federated)).toBe('')
    expect(await read(id)).toMatchObject({ invitation: { state: 'sent', expires_at: null } })
  })

  test('that has expired is reported as expired, and its password is refused', async () => {
    const { id, email } = await invited()
    const [text = ''] = await textsTo(email, 1)
    await app.db
      .updateTable('passwords')
      .set({ expires_at: app.clock.now() })
      .where('user_id', '=', id)
      .execute()
    expect(await read(id)).toMatchObject({ invitation: { state: 'expired' } })
    expect(await signIn(email, passwordIn(text))).toBe('401 invalid-credentials')
  })

  test('is sent to an address at most five times an hour', async () => {
    const { id } = await invited()
    const outcomes: string[] = []
    for (let nth = 0; nth < 6; nth++)
      outcomes.push((await admin.call('userInvite', { body: { id } })).outcome)
    expect(outcomes).toEqual([...Array<string>(5).fill('200'), '429 too-many-requests'])
  })
})

describe('an invitation that a mail server refuses', () => {
  const mailbox = new Mailbox()
  let house: TestApp
  let boss: ConsoleClient

  beforeAll(async () => {
    house = await createTestApp({ config: { smtpUrl: await mailbox.open() } })
    // No mail is sent, so the test reads the sign-in code in the outbox.
    mailbox.refusals = Number.MAX_SAFE_INTEGER
    boss = await administratorOf(house)
  })
  afterAll(async () => {
    await house.close()
    await mailbox.close()
  })

  const setDue = (email: string, due: Date) =>
    house.db
      .updateTable('outbox')
      .set({ next_attempt_at: due })
      .where('recipient', '=', email)
      .execute()
  /** Invites a user. The first attempt to send fails, and there is no automatic retry. */
  async function refused() {
    mailbox.refusals = Number.MAX_SAFE_INTEGER
    const { id } = await house.build.company()
    const person = newPerson()
    await boss.call('userCreate', { body: { ...person, company_id: [id] } })
    await vi.waitFor(async () => {
      const tried = house.db.selectFrom('outbox').select('id').where('attempts', '>', 0)
      expect(await tried.where('recipient', '=', person.email).execute()).toHaveLength(1)
    }, patience)
    await setDue(person.email, new Date(Date.now() + hours(1)))
    return { ...person, id: (await userRow(house, person.email))?.id ?? 0 }
  }
  const tryAgain = async (email: string) => {
    mailbox.refusals = 0
    await setDue(email, new Date())
    await wakeDelivery(house.db)
  }

  test('has no password until it is sent; its 24 hours begin then', async () => {
    const { id, email } = await refused()
    const passwords = () =>
      house.db.selectFrom('passwords').select('expires_at').where('user_id', '=', id).execute()
    expect(await passwords()).toEqual([])
    const { data } = await boss.call('userGet', { params: { id: String(id) } })
    expect(data.invitation).toEqual({ state: 'waiting', expires_at: null })
    house.clock.advance(minutes(50))
    await tryAgain(email)
    await vi.waitFor(async () => expect(await passwords()).toHaveLength(1), patience)
    const expected = new Date(house.clock.now().getTime() + hours(24))
    expect(await passwords()).toEqual([{ expires_at: expected }])
    expect(mailbox.received.join('\n')).toContain(`To: ${email}`)
  })

  test('invalidates the password of the previous address, even before the corrected mail is sent', async () => {
    const { id, email, name, phone_number } = await refused()
    await tryAgain(email)
    const current = () =>
      house.db
        .selectFrom('passwords')
        .select('id')
        .where('user_id', '=', id)
        .where('superseded_at', 'is', null)
        .execute()
    await vi.waitFor(async () => expect(await current()).toHaveLength(1), patience)
    mailbox.refusals = Number.MAX_SAFE_INTEGER
    const right = newPerson().email
    await boss.call('userUpdate', { body: { id, name, phone_number, email: right } })
    expect(await current()).toEqual([])
  })

  test.each([
    ['was blocked', { suspended: true }],
    ['was deleted', { active: false }],
    ['has another e-mail', { email: 'outra@operadora.example' }],
  ])('is deleted without being sent if the user %s in the meantime', async (_, change) => {
    const { id, email } = await refused()
    await house.db.updateTable('users').set(change).where('id', '=', id).execute()
    await tryAgain(email)
    await vi.waitFor(async () => {
      const left = house.db.selectFrom('outbox').select('id').where('recipient', '=', email)
      expect(await left.execute()).toEqual([])
    }, patience)
    expect(mailbox.received.join('\n')).not.toContain(`To: ${email}`)
    const made = house.db.selectFrom('passwords').select('id').where('user_id', '=', id)
    expect(await made.execute()).toEqual([])
  })
})
