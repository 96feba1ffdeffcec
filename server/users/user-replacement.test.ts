import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BodyInputOf } from '../../contract/endpoint.ts'
import type { users } from '../../contract/users.ts'
import { freePerInviter } from '../rate-limits/attempt-rules.ts'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import {
  linkTo,
  masterOf,
  newPerson,
  personOf,
  subjectsTo,
  userRow,
} from '../../test/testing/people.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient
let master: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
  master = await masterOf(app)
})
afterAll(() => app.close())
beforeEach(() => app.db.deleteFrom('rate_limits').execute())

type Body = BodyInputOf<typeof users.userUpdate>
const update = (body: Body, by = admin) => by.call('userUpdate', { body })
const read = async (id: number, by = admin) =>
  (await by.call('userGet', { params: { id: String(id) } })).data
const name = "Iracema d'Ávila"
const phone_number = '5541987650001'

/** Builds an invited user of the caller's company who has never signed in. */
async function invitedBy(by: ConsoleClient): Promise<{ id: number; email: string }> {
  const person = newPerson()
  const company_id = [by.person.company.id]
  await by.call('userCreate', { body: { ...person, company_id } })
  const row = await userRow(app, person.email)
  return { id: row?.id ?? 0, email: person.email }
}

describe('GET /user/consult/{id}', () => {
  test('returns the user with the field names of the specification', async () => {
    const { id, email } = await personOf(app, [master.person.company.id], { phone: phone_number })
    await app.trips.signIn(email)
    expect(await read(id, master)).toMatchObject({
      id,
      email,
      phone_number,
      code: null,
      status: 1,
      suspended: 0,
      company_id: null,
      accredit_id: null,
      federated: false,
      last_access_at: app.clock.now().toISOString(),
      invitation: null,
      account_wide: true,
      own: false,
      version: 1,
    })
    await app.db
      .updateTable('users')
      .set({ suspended: true, active: false })
      .where('id', '=', id)
      .execute()
    expect(await read(id)).toMatchObject({ status: 0, suspended: 1 })
  })

  test('reports that a master user may not change the account of a user of several companies', async () => {
    const elsewhere = await app.build.company()
    const { id } = await personOf(app, [master.person.company.id, elsewhere.id])
    expect(await read(id, master)).toMatchObject({ account_wide: false })
    expect(await read(id)).toMatchObject({ account_wide: true })
    await linkTo(app, master.person.id, master.person.company.id)
    expect(await read(master.person.id, master)).toMatchObject({ own: true })
  })
})

describe('PUT /user', () => {
  test('replaces name, phone and code, audits old and new values, and sends a notice of the new phone', async () => {
    const { id, email } = await app.build.user({ phone: '5541900000000' })
    expect((await update({ id, name, email, phone_number, code: 'ARA1' })).outcome).toBe('200')
    expect(await userRow(app, email)).toMatchObject({
      name,
      phone_number,
      code: 'ARA1',
      version: 2,
    })
    expect(await subjectsTo(app, email)).toEqual(['Seu telefone foi alterado'])
    expect(await lastEvent(app.db)).toMatchObject({
      event: 'user.updated',
      target: `user:${id}`,
      before: { phone_number: '5541900000000', code: null, version: 1 },
      after: { name, phone_number, code: 'ARA1', version: 2 },
    })
    await update({ id, name, phone_number })
    expect(await userRow(app, email)).toMatchObject({ code: null })
    expect(await subjectsTo(app, email)).toHaveLength(1)
  })

  test.each<[string, Partial<Body>, Record<string, string>]>([
    ['no name', { name: '' }, { name: 'Preencha o campo nome!' }],
    ['one word', { name: 'Iracema' }, { name: 'Preencha o campo nome completo!' }],
    ['no phone', { phone_number: '' }, { phone_number: 'Preencha o campo telefone!' }],
    [
      'a phone of 21 digits',
      { phone_number: '1'.repeat(21) },
      { phone_number: 'Preencha o campo telefone com um telefone válido!' },
    ],
    [
      'a code with a sign',
      { code: 'A_1' },
      { code: 'Preencha o campo code apenas com caracteres alfanumericos!' },
    ],
  ])('refuses %s', async (_, wrong, fields) => {
    const { id } = await app.build.user()
    const { failure } = await update({ id, name, phone_number, ...wrong })
    expect(failure.fields).toEqual(fields)
  })

  test('refuses a save with an outdated version', async () => {
    const { id, email } = await app.build.user()
    expect((await update({ id, name, phone_number, version: 1 })).outcome).toBe('200')
    const second = await update({ id, name: 'Outro Nome', phone_number, version: 1 })
    expect(second.outcome).toBe('409 changed-meanwhile')
    expect(await userRow(app, email)).toMatchObject({ name })
  })

  test('accepts one of two concurrent saves', async () => {
    const { id } = await app.build.user()
    const save = () => update({ id, name, phone_number, version: 1 })
    const answers = await Promise.all([save(), save()])
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual([
      '200',
      '409 changed-meanwhile',
    ])
  })

  test('refuses to change a deleted user', async () => {
    const { id } = await app.build.user({ deleted: true })
    expect((await update({ id, name, phone_number })).outcome).toBe('409 user-not-active')
  })

  test('binds the user to one of their companies, for administrators only', async () => {
    const own = master.person.company.id
    const { id, email } = await personOf(app, [own])
    const elsewhere = await app.build.company()
    const bind = (accredit_id: number, by = admin) =>
      update({ id, name, phone_number, accredit_id }, by)
    const bound = async () => (await userRow(app, email))?.company_id
    expect((await bind(elsewhere.id)).outcome).toBe('404 company-not-found')
    expect((await bind(own)).outcome).toBe('200')
    expect(await bound()).toBe(own)
    expect((await bind(0, master)).outcome).toBe('200')
    expect((await bind(elsewhere.id, master)).outcome).toBe('404 company-not-found')
    expect(await bound()).toBe(own)
    expect((await bind(0)).outcome).toBe('200')
    expect(await bound()).toBeNull()
  })
})

describe('PUT /user with another e-mail', () => {
  test('is refused after the first access, with a field error', async () => {
    const { id, email } = await app.build.user()
    const { failure } = await update({ id, name, phone_number, email: newPerson().email })
    const sentence = 'O e-mail só pode ser corrigido antes do primeiro acesso.'
    expect([failure.httpStatus, failure.httpMessage, failure.fields]).toEqual([
      409,
      sentence,
      { email: sentence },
    ])
    expect(await userRow(app, email)).toBeDefined()
  })

  test('before the first access, invites the new address and sends the old one a notice without a link', async () => {
    const { id, email: mistyped } = await invitedBy(admin)
    const { email } = newPerson()
    expect((await update({ id, name, phone_number, email })).outcome).toBe('200')
    expect(await userRow(app, email)).toMatchObject({ id })
    expect(await subjectsTo(app, email)).toEqual(['Seu convite para a Gestão de Acesso'])
    expect((await subjectsTo(app, mistyped)).at(-1)).toBe('Seu e-mail de acesso foi alterado')
  })

  test('counts as an invitation: at most five an hour to one address, at most 100 an hour by one inviter', async () => {
    const { id } = await invitedBy(master)
    const victim = newPerson().email
    const correct = (email: string) => update({ id, name, phone_number, email }, master)
    for (let n = 0; n < 5; n += 1) {
      expect((await correct(victim)).outcome).toBe('200')
      expect((await correct(newPerson().email)).outcome).toBe('200')
    }
    expect((await correct(victim)).outcome).toBe('429 too-many-requests')
    await app.db
      .updateTable('rate_limits')
      .set({ points: freePerInviter })
      .where('key', '=', `failures:invitation:by:${master.person.id}`)
      .execute()
    expect((await correct(newPerson().email)).outcome).toBe('429 too-many-requests')
    expect((await update({ id, name: 'Outro Nome', phone_number }, master)).outcome).toBe('200')
  })

  test('deletes invitations that were sent to the previous address', async () => {
    const { id, email } = await invitedBy(admin)
    await master.call('userCreate', { body: { ...newPerson(), email } })
    const invitationsOf = () =>
      app.db.selectFrom('company_invitations').select('id').where('user_id', '=', id).execute()
    expect(await invitationsOf()).toHaveLength(1)
    await update({ id, name, phone_number, email: newPerson().email })
    expect(await invitationsOf()).toEqual([])
  })

  test('that an account in scope uses is refused with the sentence of the specification', async () => {
    const { id } = await invitedBy(master)
    const { email } = await personOf(app, [master.person.company.id])
    for (const by of [admin, master])
      expect((await update({ id, name, phone_number, email }, by)).failure).toMatchObject({
        code: 'user-email-in-use',
        fields: { email: expect.stringContaining('tente novamente com outro email.') as string },
      })
  })

  test('that an account out of scope uses responds as for a free one and invites that account', async () => {
    const stranger = await personOf(app, [(await app.build.company()).id])
    const before = await userRow(app, stranger.email)
    const answers: string[] = []
    const events: unknown[] = []
    for (const email of [newPerson().email, stranger.email]) {
      const { id } = await invitedBy(master)
      answers.push((await update({ id, name, phone_number, email }, master)).text)
      const { event, after } = await lastEvent(app.db)
      events.push([event, Object.keys(Object(after) as object).toSorted()])
      expect(after).toMatchObject({ email, status: 1 })
    }
    expect(answers).toEqual(Array(2).fill('{"result":{"data":{}}}'))
    expect(events[1]).toEqual(events[0])
    expect(await userRow(app, stranger.email)).toEqual(before)
    expect(await subjectsTo(app, stranger.email)).toEqual([
      'Convite de uma empresa na Gestão de Acesso',
    ])
  })

  test('that an account out of scope uses deletes the mistyped account and its password', async () => {
    const stranger = await personOf(app, [(await app.build.company()).id])
    const { id, email } = await invitedBy(master)
    await update({ id, name, phone_number, email: stranger.email }, master)
    expect(await userRow(app, email)).toMatchObject({ id, active: false })
    const current = await app.db
      .selectFrom('passwords')
      .select('id')
      .where('user_id', '=', id)
      .where('superseded_at', 'is', null)
      .execute()
    expect(current).toEqual([])
  })
})
