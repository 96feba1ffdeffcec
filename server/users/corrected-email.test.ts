import { afterAll, beforeAll, expect, test } from 'vitest'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { masterOf, newPerson, personOf, subjectsTo, userRow } from '../../test/testing/people.ts'
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

/** Builds an invited user who has never signed in. */
async function invitedBy(by: ConsoleClient) {
  const person = newPerson()
  await by.call('userCreate', { body: { ...person, company_id: [by.person.company.id] } })
  const { id = 0 } = (await userRow(app, person.email)) ?? {}
  return { ...person, id }
}

test('an invited user gets no notice of another phone', async () => {
  const { id, name, email } = await invitedBy(admin)
  const body = { id, name, phone_number: '5541900001111' }
  expect((await admin.call('userUpdate', { body })).outcome).toBe('200')
  expect(await userRow(app, email)).toMatchObject({ phone_number: '5541900001111' })
  expect(await subjectsTo(app, email)).toEqual(['Seu convite para a Gestão de Acesso'])
})

test('the mistyped address gets a notice, whether the corrected address is free or belongs to a user out of scope', async () => {
  const unseen = await personOf(app, [(await app.build.company()).id])
  for (const email of [newPerson().email, unseen.email]) {
    const { id, name, phone_number, email: mistyped } = await invitedBy(master)
    const body = { id, name, phone_number, email }
    expect((await master.call('userUpdate', { body })).outcome).toBe('200')
    expect((await subjectsTo(app, mistyped)).at(-1)).toBe('Seu e-mail de acesso foi alterado')
  }
})

test('the corrected e-mail decides anew whether the user is federated', async () => {
  const provider = {
    name: 'Provedor',
    issuer: 'https://idp.example',
    client_id: 'x',
    client_secret_ciphertext: Buffer.from('x'),
    key_id: 'x',
    email_domain: 'corrigida.example',
  }
  await app.db.insertInto('identity_providers').values(provider).execute()
  const { id, name, phone_number } = await invitedBy(admin)
  const correct = async (email: string) => {
    const body = { id, name, phone_number, email }
    expect((await admin.call('userUpdate', { body })).outcome).toBe('200')
    return (await userRow(app, email))?.federated
  }
  expect(await correct('iracema@corrigida.example')).toBe(true)
  expect(await correct('iracema@sub.corrigida.example')).toBe(false)
})
