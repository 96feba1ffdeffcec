import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleModuleId } from '../../contract/constants.ts'
import { recordAudit } from '../audit/audit.ts'
import { after, days } from '../shared/clock.ts'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { ImportDesk } from '../../test/testing/import-desk.ts'
import { newPerson, personOf } from '../../test/testing/people.ts'
import { peopleFile, peopleScenario, personLine } from '../../test/testing/people-scenario.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { listDelegatedRights } from './delegated-rights.ts'

let app: TestApp
let admin: ConsoleClient
let companyId: number
let delegationId: number

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
  companyId = admin.person.company.id
  const { id: userId } = await personOf(app, [companyId])
  const end = after(app.clock.now(), days(1))
  const lent = { userId, companyId, by: admin.person.id, begin: app.clock.now(), end }
  delegationId = await app.build.delegation(lent)
})
afterAll(() => app.close())

/** Makes a write, and copies its audit event with a delegation, as versions before decision 52 recorded it. */
async function byDelegation<T>(write: () => Promise<T>): Promise<T> {
  const made = await write()
  const { seq, user_id, ...whole } = await app.db
    .selectFrom('audit_events')
    .selectAll()
    .where('part_of', 'is', null)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const parts = await app.db
    .selectFrom('audit_events')
    .select(['event', 'target', 'before', 'after'])
    .where('part_of', '=', seq)
    .execute()
  const detailsOf = ({
    target,
    before,
    after: then,
  }: Pick<(typeof parts)[number], 'target' | 'before' | 'after'>) => ({
    ...(target !== null && { target }),
    ...(before !== null && { before }),
    ...(then !== null && { after: then }),
  })
  await recordAudit(app.db, {
    ...detailsOf(whole),
    operation: whole.operation,
    event: whole.event,
    address: '192.0.2.1',
    requestId: whole.request_id,
    delegationId,
    ...(user_id !== null && { userId: user_id }),
    ...(parts.length > 0 && {
      parts: parts.map((part) => ({
        ...detailsOf(part),
        event: part.event,
        target: part.target ?? '',
      })),
    }),
  })
  return made
}

const listed = async () =>
  (await listDelegatedRights(app.db, app.clock.now())).map(({ kind, what, live }) => ({
    kind,
    what,
    live,
  }))

test('rights created under a delegation are listed; those removed since are not live', async () => {
  const { document, profile, profileId, moduleId } = await peopleScenario(app, { companyId })
  const [one, other] = [await personOf(app, [companyId]), await personOf(app, [companyId])]
  const rowOf = (user_id: number) => ({
    user_id,
    profile_id: profileId,
    company_id: companyId,
    spid: null,
  })
  const body = { name: 'Do delegado', module_id: consoleModuleId }
  const made = await byDelegation(() => admin.call('profileCreate', { body }))
  const id = made.data.id
  const { id: function_id } = await app.db
    .selectFrom('functions')
    .select('id')
    .where('module_id', '=', consoleModuleId)
    .where('url', '=', '/user-list')
    .executeTakeFirstOrThrow()
  const fill = { profile_id: id, function_id }
  await byDelegation(() => admin.call('profileFunctionAdd', { body: fill }))
  await byDelegation(() => admin.call('userProfileAdd', { body: [rowOf(one.id), rowOf(other.id)] }))
  const { email } = newPerson()
  const desk = new ImportDesk(admin, 'users')
  const draft = await desk.draft(peopleFile(personLine({ email, document, profile })))
  await byDelegation(() => desk.commit(draft))
  expect(moduleId).toBeGreaterThan(0)

  const held = (who: { email: string }) => ({
    kind: 'user-profile',
    what: expect.stringContaining(`for ${who.email} (`) as string,
    live: true,
  })
  const everything = [
    { kind: 'profile', what: `Do delegado (${id})`, live: true },
    {
      kind: 'function',
      what: expect.stringContaining(`in profile Do delegado (${id})`) as string,
      live: true,
    },
    held(one),
    held(other),
    held({ email }),
  ]
  expect(await listed()).toEqual(everything)

  // The first user loses the profile and gets it again, the second one loses it for good, and the profile loses its
  // function.
  for (const { id: userId } of [one, other])
    await admin.call('userProfileRemove', { body: [rowOf(userId)] })
  await admin.call('userProfileAdd', { body: [rowOf(one.id)] })
  await admin.call('profileFunctionRemove', { body: fill })
  const live = (await listed()).filter((right) => right.live).map(({ what }) => what)
  expect(live).toEqual([`Do delegado (${id})`, expect.stringContaining(email)])
  expect(await listed()).toHaveLength(everything.length)
})

test('an e-mail corrected under a delegation is listed, because the reader of that mailbox can use the rights of the account', async () => {
  const { id, email: was } = await personOf(app, [companyId])
  await app.db.deleteFrom('passwords').where('user_id', '=', id).execute()
  const { name, phone_number, email } = newPerson()
  const save = (to: string) =>
    admin.call('userUpdate', { body: { id, name, phone_number, email: to } })
  await byDelegation(() => save(email))
  const corrected = { kind: 'user', what: `e-mail ${email} of user ${id}` }
  expect(await listed()).toContainEqual({ ...corrected, live: true })
  await save(was)
  expect(await listed()).toContainEqual({ ...corrected, live: false })
})
