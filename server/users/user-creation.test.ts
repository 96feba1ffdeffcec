import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { administratorProfileId } from '../../contract/constants.ts'
import type { BodyInputOf } from '../../contract/endpoint.ts'
import type { users } from '../../contract/users.ts'
import { freePerInviter } from '../rate-limits/attempt-rules.ts'
import {
  administratorOf,
  arriveInConsole,
  holderOf,
  type ConsoleClient,
} from '../../test/testing/console-client.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { peopleScenario } from '../../test/testing/people-scenario.ts'
import { masterOf, newPerson, personOf, subjectsTo, userRow } from '../../test/testing/people.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

const inUse =
  'Erro ao cadastrar usuário! Caso tenha utilizado um email com cadastro, tente novamente com outro email.'

let app: TestApp
let admin: ConsoleClient
let master: ConsoleClient
let companyId: number

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
  master = await masterOf(app)
  companyId = (await app.build.company()).id
})
afterAll(() => app.close())
// Only one test below is about the limit on invitations.
beforeEach(() => app.db.deleteFrom('rate_limits').execute())

type Body = BodyInputOf<typeof users.userCreate>
const create = (body: Body, by = admin) => by.call('userCreate', { body })
/** Returns the field errors of a creation by an administrator with this body. */
const fieldsOf = async (body: Partial<Body>) => {
  const answer = await create({ ...newPerson(), company_id: [companyId], ...body })
  return answer.status === 200 ? 'aceito' : answer.failure.fields
}
const assignmentsOf = (id: number) =>
  app.db
    .selectFrom('user_profiles')
    .select(['profile_id', 'company_id', 'spid'])
    .where('user_id', '=', id)
    .execute()
async function companiesOf(id: number | undefined): Promise<number[]> {
  const rows = await app.db
    .selectFrom('user_companies')
    .select('company_id')
    .where('user_id', '=', id ?? 0)
    .orderBy('company_id')
    .execute()
  return rows.map(({ company_id }) => company_id)
}

describe('POST /user', () => {
  test('creates an active user linked to the companies, mails an invitation, and returns no data', async () => {
    const other = await app.build.company()
    const person = newPerson()
    const answer = await create({ ...person, code: 'ARA0042', company_id: [companyId, other.id] })
    expect(answer.text).toBe('{"result":{"data":{}}}')
    const row = await userRow(app, person.email)
    expect(row).toMatchObject({
      ...person,
      code: 'ARA0042',
      active: true,
      suspended: false,
      company_id: null,
      federated: false,
    })
    expect(await companiesOf(row?.id)).toEqual([companyId, other.id])
    expect(await subjectsTo(app, person.email)).toEqual(['Seu convite para a Gestão de Acesso'])
    expect(await lastEvent(app.db)).toMatchObject({
      event: 'user.created',
      target: `email:${person.email}`,
      after: { ...person, code: 'ARA0042', company_id: [companyId, other.id] },
      confirmed_by: 'password',
    })
  })

  test('gives profiles together with the account, as an event below that of the account', async () => {
    const { profileId, companyId: of } = await peopleScenario(app)
    const person = newPerson()
    const profiles = [{ profile_id: profileId, company_id: of }]
    expect((await create({ ...person, company_id: [of], profiles })).outcome).toBe('200')
    const { id = 0 } = (await userRow(app, person.email)) ?? {}
    expect(await assignmentsOf(id)).toEqual([{ profile_id: profileId, company_id: of, spid: null }])
    const [whole, part] = await app.db
      .selectFrom('audit_events')
      .select(['seq', 'event', 'target', 'part_of'])
      .where('target', 'in', [`email:${person.email}`, `user:${id}`])
      .orderBy('seq')
      .execute()
    expect(whole).toMatchObject({ event: 'user.created', part_of: null })
    expect(part).toMatchObject({ event: 'user-profile.given', part_of: whole?.seq })
  })

  test('creates no user if one of the profiles is refused, and names the field of that profile', async () => {
    const { profileId, companyId: of } = await peopleScenario(app)
    const person = newPerson()
    const profiles = [
      { profile_id: profileId, company_id: of },
      { profile_id: profileId, company_id: companyId },
    ]
    const answer = await create({ ...person, company_id: [of], profiles })
    expect(answer.outcome).toBe('404 company-not-found')
    expect(Object.keys(answer.failure?.fields ?? {})).toEqual(['profiles.1'])
    expect(await userRow(app, person.email)).toBeUndefined()
  })

  test('gives no profile to an existing user of another company, with the same response', async () => {
    const boss = await masterOf(app)
    const of = boss.person.company.id
    const { profileId } = await peopleScenario(app, { companyId: of })
    const stranger = await app.build.user()
    const profiles = [{ profile_id: profileId, company_id: of }]
    const answer = await create({ ...newPerson(), email: stranger.email, profiles }, boss)
    expect(answer.text).toBe('{"result":{"data":{}}}')
    expect(await assignmentsOf(stranger.id)).toEqual([])
  })

  test('offers the profiles of the chosen companies with their free seats, before the user exists', async () => {
    const one = await peopleScenario(app, { seats: 3 })
    const two = await peopleScenario(app)
    const inactive = await peopleScenario(app)
    const holder = await app.build.user()
    await app.build.assign({
      userId: holder.id,
      profileId: one.profileId,
      companyId: one.companyId,
    })
    await app.db
      .updateTable('companies')
      .set({ active: false })
      .where('id', '=', inactive.companyId)
      .execute()
    const body = { company_id: [one.companyId, inactive.companyId] }
    const { companies, profiles, seats } = (await admin.call('userProfileOffersNew', { body })).data
    expect(companies).toMatchObject([{ id: one.companyId, spids: [{ spid: 'VOZ1' }] }])
    const offered = profiles.map(({ id, company_id }) => [id, company_id])
    expect(offered).toContainEqual([one.profileId, [one.companyId]])
    expect(profiles.map(({ id }) => id)).not.toContain(two.profileId)
    expect(seats.filter(({ module_id }) => module_id === one.moduleId)).toMatchObject([
      { company_id: one.companyId, limit: 3, used: 1, free: 2 },
    ])
  })

  test('gives no profile to callers who may only create users', async () => {
    const creator = await holderOf(app, ['/user-create'])
    const of = creator.person.company.id
    const { profileId } = await peopleScenario(app, { companyId: of })
    const person = newPerson()
    const profiles = [{ profile_id: profileId, company_id: of }]
    expect((await create({ ...person, profiles }, creator)).outcome).toBe('403 forbidden')
    expect(await userRow(app, person.email)).toBeUndefined()
  })

  test('requires proof of identity', async () => {
    const body = { ...newPerson(), company_id: [companyId] }
    const answer = await admin.callWith({}, 'userCreate', { body })
    expect(answer.outcome).toBe('403 identity-confirmation-required')
    expect(await userRow(app, body.email)).toBeUndefined()
  })

  test.each<[string, Partial<Record<string, unknown>>, Record<string, string>]>([
    ['no name', { name: '' }, { name: 'Preencha o campo nome!' }],
    ['a name of blanks', { name: ' \u00A0 ' }, { name: 'Preencha o campo nome!' }],
    ['a name of one word', { name: 'Iracema' }, { name: 'Preencha o campo nome completo!' }],
    [
      'a name of one word with a hyphen',
      { name: 'Ana-Clara' },
      { name: 'Preencha o campo nome completo!' },
    ],
    [
      'a name that is an address',
      { name: 'Veja evil.example/x' },
      { name: 'Use apenas letras, espaços, apóstrofos e hífens no nome.' },
    ],
    [
      'a name with a control character',
      { name: 'Ana\u0007 Clara' },
      { name: 'Use apenas texto simples.' },
    ],
    [
      'a name of 201 letters',
      { name: `Ana ${'a'.repeat(197)}` },
      { name: 'Use no máximo 200 caracteres.' },
    ],
    ['no e-mail', { email: ' ' }, { email: 'Preencha o campo e-mail!' }],
    [
      'no point in the e-mail',
      { email: 'ana@operadora' },
      { email: 'Preencha o campo e-mail com um e-mail válido!' },
    ],
    [
      'a look-alike letter in the e-mail',
      { email: 'an\u0430@operadora.example' },
      { email: 'Preencha o campo e-mail com um e-mail válido!' },
    ],
    [
      'a Kelvin sign in the e-mail',
      { email: '\u212Aarl@operadora.example' },
      { email: 'Preencha o campo e-mail com um e-mail válido!' },
    ],
    [
      'an e-mail of 201 characters',
      { email: `${'a'.repeat(185)}@operadora.example` },
      { email: 'Use no máximo 200 caracteres.' },
    ],
    ['no phone', { phone_number: '' }, { phone_number: 'Preencha o campo telefone!' }],
    [
      'a phone of 9 digits',
      { phone_number: '554198765' },
      { phone_number: 'Preencha o campo telefone com um telefone válido!' },
    ],
    [
      'a phone of 21 digits',
      { phone_number: '1'.repeat(21) },
      { phone_number: 'Preencha o campo telefone com um telefone válido!' },
    ],
    [
      'a phone with an extension',
      { phone_number: '5541987650001 ramal 2' },
      { phone_number: 'Preencha o campo telefone com um telefone válido!' },
    ],
    [
      'a code with a hyphen',
      { code: 'ARA-1' },
      { code: 'Preencha o campo code apenas com caracteres alfanumericos!' },
    ],
    [
      'a code with an accent',
      { code: 'É1' },
      { code: 'Preencha o campo code apenas com caracteres alfanumericos!' },
    ],
    ['a code of 31 characters', { code: 'A'.repeat(31) }, { code: 'Use no máximo 30 caracteres.' }],
    ['no company', { company_id: [] }, { company_id: 'Selecione pelo menos uma empresa!' }],
  ])('refuses %s', async (_, wrong, fields) => {
    expect(await fieldsOf(wrong)).toEqual(fields)
  })

  test.each([
    ['apostrophes and hyphens', { name: "Sant'Ana D'Ávila-Júnior" }],
    ['every Portuguese letter', { name: 'Áàâãéêíóôõúüç Ñandú Öberg' }],
    ['a name with invisible characters', { name: 'Ana\u200B Clara\u202C' }],
    ['a period after an abbreviation', { name: 'João P. Silva Jr.' }],
    ['a name of 200 letters', { name: `Ana ${'a'.repeat(196)}` }],
    ['a phone of 10 digits', { phone_number: '5541987650' }],
    ['a phone of 20 digits', { phone_number: '1'.repeat(20) }],
    ['a phone with punctuation', { phone_number: '+55 (41) 98765‑0001' }],
    ['a code of 30 characters', { code: 'a1'.repeat(15) }],
    ['a blank code', { code: ' ' }],
  ])('accepts %s', async (_, right) => {
    expect(await fieldsOf(right)).toBe('aceito')
  })

  test('stores the e-mail in lower case and compares it case-insensitively', async () => {
    const { email, ...person } = newPerson()
    await create({ ...person, email: ` ${email.toUpperCase()} `, company_id: [companyId] })
    expect(await userRow(app, email)).toBeDefined()
    const again = await create({
      ...newPerson(),
      email: email.toUpperCase(),
      company_id: [companyId],
    })
    expect(again.failure).toMatchObject({
      httpStatus: 409,
      code: 'user-email-in-use',
      httpMessage: inUse,
      fields: { email: inUse },
    })
  })

  test('creates one user for concurrent requests with the same e-mail', async () => {
    const person = { ...newPerson(), company_id: [companyId] }
    const answers = await Promise.all([create(person), create(person), create(person)])
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual([
      '200',
      '409 user-email-in-use',
      '409 user-email-in-use',
    ])
    expect(await subjectsTo(app, person.email)).toHaveLength(1)
  })

  test('marks a user as federated if an active provider owns the e-mail domain', async () => {
    const provider = {
      name: 'Provedor',
      issuer: 'https://idp.example',
      client_id: 'x',
      client_secret_ciphertext: Buffer.from('x'),
      key_id: 'x',
      email_domain: 'federada.example',
    }
    await app.db.insertInto('identity_providers').values(provider).execute()
    const [there, elsewhere] = [
      newPerson({ email: 'ana.lima@FEDERADA.example' }),
      newPerson({ email: 'ana.lima@sub.federada.example' }),
    ]
    await create({ ...there, company_id: [companyId] })
    await create({ ...elsewhere, company_id: [companyId] })
    expect(await userRow(app, there.email.toLowerCase())).toMatchObject({ federated: true })
    expect(await userRow(app, elsewhere.email)).toMatchObject({ federated: false })
  })

  test('binds the user to the requested company if the user works for it', async () => {
    const person = newPerson()
    await create({ ...person, company_id: [companyId], accredit_id: companyId })
    expect(await userRow(app, person.email)).toMatchObject({ company_id: companyId })
    const other = await app.build.company()
    const answer = await create({ ...newPerson(), company_id: [companyId], accredit_id: other.id })
    expect(answer.outcome).toBe('404 company-not-found')
  })

  test('refuses an unknown company and creates no user', async () => {
    const body = { ...newPerson(), company_id: [companyId, 2_000_000_000] }
    expect((await create(body)).outcome).toBe('404 company-not-found')
    expect(await userRow(app, body.email)).toBeUndefined()
  })
})

describe('POST /user by a master user', () => {
  test('creates users bound to the own company, even if the request names no company', async () => {
    const own = master.person.company.id
    for (const more of [{}, { company_id: [own] }, { accredit_id: own }]) {
      const person = newPerson()
      expect((await create({ ...person, ...more }, master)).outcome).toBe('200')
      const row = await userRow(app, person.email)
      expect(row).toMatchObject({ company_id: own })
      expect(await companiesOf(row?.id)).toEqual([own])
    }
  })

  test('refuses other companies, both as a linked and as the binding company', async () => {
    const own = master.person.company.id
    for (const more of [{ company_id: [own, companyId] }, { accredit_id: companyId }])
      expect((await create({ ...newPerson(), ...more }, master)).outcome).toBe(
        '404 company-not-found',
      )
  })

  test('reports an e-mail in use in the own company, but not elsewhere', async () => {
    const own = await personOf(app, [master.person.company.id])
    expect((await create(newPerson({ email: own.email }), master)).outcome).toBe(
      '409 user-email-in-use',
    )
    const boss = await app.build.consoleUser({
      profileId: administratorProfileId,
      company: master.person.company,
    })
    const strangers = [await app.build.user(), await personOf(app, [companyId]), boss]
    for (const { email } of strangers) {
      const answer = await create(newPerson({ email }), master)
      expect(answer.text).toBe('{"result":{"data":{}}}')
      const { event, target, after } = await lastEvent(app.db)
      expect([event, target]).toEqual(['user.created', `email:${email}`])
      expect(Object.keys(Object(after) as object)).toEqual([
        'code',
        'name',
        'email',
        'company_id',
        'phone_number',
      ])
    }
  })

  test('leaves a user of another company unchanged and sends a mail without any text of the inviter', async () => {
    const stranger = await personOf(app, [companyId])
    const before = await userRow(app, stranger.email)
    await create(newPerson({ email: stranger.email, name: 'Texto de Ataque' }), master)
    expect(await userRow(app, stranger.email)).toEqual(before)
    expect(await companiesOf(stranger.id)).toEqual([companyId])
    expect(await subjectsTo(app, stranger.email)).toEqual([
      'Convite de uma empresa na Gestão de Acesso',
    ])
  })

  test('gives the same responses for an unknown and an existing e-mail, also the second time', async () => {
    const unknown = newPerson()
    const stranger = newPerson({ email: (await personOf(app, [companyId])).email })
    for (const person of [unknown, stranger]) {
      const [first, second] = [await create(person, master), await create(person, master)]
      expect([first.outcome, second.outcome]).toEqual(['200', '409 user-email-in-use'])
      expect(second.failure.httpMessage).toBe(inUse)
      expect(await subjectsTo(app, person.email)).toHaveLength(1)
    }
  })

  test('sends no mail to blocked or deleted users, and does not reveal that', async () => {
    for (const state of [{ blocked: true }, { deleted: true }]) {
      const { email } = await personOf(app, [companyId], state)
      expect((await create(newPerson({ email }), master)).outcome).toBe('200')
      expect(await subjectsTo(app, email)).toEqual([])
    }
  })

  test('sends a user at most five invitations an hour, from any number of companies', async () => {
    const { email } = await personOf(app, [companyId])
    for (let nth = 0; nth < 6; nth++)
      expect((await create(newPerson({ email }), await masterOf(app))).outcome).toBe('200')
    expect(await subjectsTo(app, email)).toHaveLength(5)
  })

  test('limits the invitations of one inviter per hour, across sessions', async () => {
    const eager = await masterOf(app)
    const { id } = eager.person
    const expire = app.clock.now().getTime() + 3_600_000
    await app.db
      .insertInto('rate_limits')
      .values({ key: `failures:invitation:by:${id}`, points: freePerInviter - 1, expire })
      .execute()
    expect((await create(newPerson(), eager)).outcome).toBe('200')
    const elsewhere = await arriveInConsole(app, eager.person)
    const refused = newPerson()
    expect((await create(refused, elsewhere)).outcome).toBe('429 too-many-requests')
    expect(await userRow(app, refused.email)).toBeUndefined()
  })
})
