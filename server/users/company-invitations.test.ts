import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { days } from '../shared/clock.ts'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { masterOf, newPerson, personOf, subjectsTo, userRow } from '../../test/testing/people.ts'
import { readMessages } from '../../test/testing/read-messages.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'
import { deleteExpiredInvitations } from './company-invitation-queries.ts'

let app: TestApp
let admin: ConsoleClient
let elsewhere: number

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
  elsewhere = (await app.build.company()).id
})
afterAll(() => app.close())
beforeEach(() => app.db.deleteFrom('rate_limits').execute())

/** Builds a user of another company who was invited by a master user. Signs the user in. */
async function invited() {
  const master = await masterOf(app)
  const person = await personOf(app, [elsewhere])
  await app.db
    .updateTable('users')
    .set({ company_id: elsewhere })
    .where('id', '=', person.id)
    .execute()
  await inviteBy(master, person.email)
  return { master, person, who: await app.trips.enter(person) }
}
const inviteBy = (master: ConsoleClient, email: string) =>
  master.call('userCreate', { body: newPerson({ email }) })
const list = async (who: SignedIn) =>
  (await app.client.call('companyInvitationList', who)).data.invitations
const accept = (who: SignedIn, id: number) =>
  app.client.call('companyInvitationAccept', { ...who, params: { id: String(id) } })
const decline = (who: SignedIn, id: number) =>
  app.client.call('companyInvitationDecline', { ...who, params: { id: String(id) } })
const companiesOf = async (id: number) => {
  const { data } = await admin.call('companyListOfUser', { params: { id: String(id) } })
  return data.companies.map((company) => company.id)
}
const sees = async (master: ConsoleClient, email: string) =>
  (await master.call('userSearch', { body: { filters: { email } } })).data.users.length === 1
const only = async (who: SignedIn) => {
  const [invitation] = await list(who)
  return invitation?.id ?? 0
}

describe('an invitation to a company', () => {
  test('is mailed with the company’s name and a link, without any text of the inviter', async () => {
    const { master, person } = await invited()
    const messages = await readMessages(app.outbox, { to: person.email })
    const { subject, text } =
      messages.find((message) => message.subject.startsWith('Convite')) ?? {}
    expect(subject).toBe('Convite de uma empresa na Gestão de Acesso')
    expect(text).toContain(`${master.person.company.name} convidou você a trabalhar também com ela`)
    expect(text).toContain(`${app.origin}/company-invitations`)
    expect(text).not.toContain('Iracema')
    expect(text).not.toContain('token')
  })

  test('that is accepted makes the user visible to the company and bound to no company', async () => {
    const { master, person, who } = await invited()
    const { company } = master.person
    const [invitation, ...more] = await list(who)
    expect(more).toEqual([])
    expect(invitation).toMatchObject({
      company: { id: company.id, name: company.name },
      expires_at: new Date(app.clock.now().getTime() + days(7)).toISOString(),
    })
    expect(await sees(master, person.email)).toBe(false)
    expect((await accept(who, invitation?.id ?? 0)).outcome).toBe('200')
    expect(await sees(master, person.email)).toBe(true)
    expect((await companiesOf(person.id)).toSorted()).toEqual([company.id, elsewhere].toSorted())
    expect(await userRow(app, person.email)).toMatchObject({ company_id: null })
    expect(await lastEvent(app.db)).toMatchObject({
      event: 'user.company-invitation-accepted',
      target: `user:${person.id}`,
      after: { company_id: [company.id] },
    })
    expect(await list(who)).toEqual([])
    expect((await accept(who, invitation?.id ?? 0)).outcome).toBe('404 invitation-not-found')
  })

  test('that is accepted twice concurrently counts once', async () => {
    const { who } = await invited()
    const id = await only(who)
    const answers = await Promise.all([accept(who, id), accept(who, id)])
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual([
      '200',
      '404 invitation-not-found',
    ])
  })

  test('that is declined has no effect and causes no further mail before it expires', async () => {
    const { master, person, who } = await invited()
    const id = await only(who)
    expect((await decline(who, id)).outcome).toBe('200')
    expect(await list(who)).toEqual([])
    expect((await accept(who, id)).outcome).toBe('404 invitation-not-found')
    expect((await inviteBy(master, person.email)).outcome).toBe('409 user-email-in-use')
    const mails = await subjectsTo(app, person.email)
    expect(mails.filter((subject) => subject.startsWith('Convite'))).toHaveLength(1)
    expect(await sees(master, person.email)).toBe(false)
  })

  test('cannot be accepted or declined by another user', async () => {
    const { person, who } = await invited()
    const other = await app.trips.enter(await app.build.user())
    const id = await only(who)
    expect(await list(other)).toEqual([])
    expect((await accept(other, id)).outcome).toBe('404 invitation-not-found')
    expect((await decline(other, id)).outcome).toBe('404 invitation-not-found')
    expect(await only(who)).toBe(id)
    expect(await companiesOf(person.id)).toEqual([elsewhere])
  })

  test('expires after seven days and can be renewed then', async () => {
    const { master, person, who } = await invited()
    const id = await only(who)
    const { expires_at } = await app.db
      .selectFrom('company_invitations')
      .select('expires_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    // Changes the stored expiry, because advancing the clock by seven days would end every session.
    await app.db
      .updateTable('company_invitations')
      .set({ expires_at: app.clock.now() })
      .where('id', '=', id)
      .execute()
    expect(await list(who)).toEqual([])
    expect((await accept(who, id)).outcome).toBe('404 invitation-not-found')
    expect((await inviteBy(master, person.email)).outcome).toBe('200')
    expect((await list(who)).map((one) => one.expires_at)).toEqual([expires_at.toISOString()])
  })

  test('that is declined can be accepted if it is renewed after its expiry', async () => {
    const { master, person, who } = await invited()
    const id = await only(who)
    await decline(who, id)
    await app.db
      .updateTable('company_invitations')
      .set({ expires_at: app.clock.now() })
      .where('id', '=', id)
      .execute()
    expect((await inviteBy(master, person.email)).outcome).toBe('200')
    expect((await accept(who, await only(who))).outcome).toBe('200')
    expect(await sees(master, person.email)).toBe(true)
  })

  test('can be declined once, and not after its expiry', async () => {
    const [one, other] = [await invited(), await invited()]
    const id = await only(one.who)
    expect((await decline(one.who, id)).outcome).toBe('200')
    expect((await decline(one.who, id)).outcome).toBe('404 invitation-not-found')
    const late = await only(other.who)
    await app.db
      .updateTable('company_invitations')
      .set({ expires_at: app.clock.now() })
      .where('id', '=', late)
      .execute()
    expect((await decline(other.who, late)).outcome).toBe('404 invitation-not-found')
  })

  test('is deleted by housekeeping after its expiry, not before', async () => {
    const { who } = await invited()
    const now = app.clock.now()
    await deleteExpiredInvitations(app.db, new Date(now.getTime() + days(7)))
    expect(await list(who)).toHaveLength(1)
    await deleteExpiredInvitations(app.db, new Date(now.getTime() + days(7) + 1))
    expect(await list(who)).toEqual([])
  })

  test('of an inactive company is neither listed nor accepted', async () => {
    const { master, who } = await invited()
    const id = await only(who)
    const setActive = (active: boolean) =>
      app.db
        .updateTable('companies')
        .set({ active })
        .where('id', '=', master.person.company.id)
        .execute()
    await setActive(false)
    expect(await list(who)).toEqual([])
    expect((await accept(who, id)).outcome).toBe('404 invitation-not-found')
    await setActive(true)
    expect(await list(who)).toHaveLength(1)
  })
})
