import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayOf } from '../../contract/days.ts'
import { after, minutes } from '../shared/clock.ts'
import { arriveInConsole } from '../../test/testing/console-client.ts'
import { linkTo, personOf } from '../../test/testing/people.ts'
import { readMessages } from '../../test/testing/read-messages.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { enqueueDelegationMails } from './delegation-mails.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Runs one round of a process. */
const round = () =>
  app.db
    .transaction()
    .execute((db) => enqueueDelegationMails(db, app.outbox.keyring, { now: app.clock.now() }))

const subjectsTo = async ({ email: to }: { email: string }) =>
  (await readMessages(app.outbox, { to }))
    .map(({ subject }) => subject)
    .filter((subject) => subject.includes('delegação'))

const begun = {
  borrower: 'Você recebeu uma delegação de usuário master',
  lender: 'Sua delegação de usuário master começou',
}
const over = {
  borrower: 'Terminou a delegação que você recebeu',
  lender: 'Terminou a delegação que você fez',
}

/** Builds a delegation that begins and ends this many minutes from now. No mail about it has been sent yet. */
async function lent(begin: number, end: number | null) {
  const lender = await app.build.consoleUser()
  const borrower = await personOf(app, [lender.company.id])
  await linkTo(app, lender.id, lender.company.id)
  const at = (n: number) => after(app.clock.now(), minutes(n))
  const period = { begin: at(begin), end: end === null ? null : at(end) }
  const of = { userId: borrower.id, companyId: lender.company.id, by: lender.id }
  const id = await app.build.delegation({ ...of, ...period })
  const close = (n: number) =>
    app.db
      .updateTable('delegations')
      .set({ closed_at: at(n) })
      .where('id', '=', id)
      .execute()
  return { lender, borrower, id, close }
}

describe('both sides of a delegation', () => {
  test('are notified once of its begin and once of its end by any number of processes', async () => {
    const { lender, borrower } = await lent(10, 20)
    await round()
    expect(await subjectsTo(borrower)).toEqual([])
    app.clock.advance(minutes(10))
    await Promise.all([round(), round(), round(), round()])
    await round()
    expect([await subjectsTo(borrower), await subjectsTo(lender)]).toEqual([
      [begun.borrower],
      [begun.lender],
    ])
    app.clock.advance(minutes(10))
    await Promise.all([round(), round(), round(), round()])
    await round()
    expect(await subjectsTo(borrower)).toEqual([begun.borrower, over.borrower])
    expect(await subjectsTo(lender)).toEqual([begun.lender, over.lender])
  })

  test('are notified of both if it ended before its begin was notified', async () => {
    const { lender, borrower, close } = await lent(-5, null)
    await close(-1)
    await round()
    expect((await subjectsTo(borrower)).toSorted()).toEqual([over.borrower, begun.borrower])
    expect((await subjectsTo(lender)).toSorted()).toEqual([begun.lender, over.lender])
  })

  test('are not notified if it was removed before it began, and it is not examined again', async () => {
    const { lender, borrower, close } = await lent(5, null)
    await close(0)
    await round()
    app.clock.advance(minutes(10))
    expect(await round()).toBe(0)
    expect([await subjectsTo(borrower), await subjectsTo(lender)]).toEqual([[], []])
  })

  test('are not notified once their account is deleted', async () => {
    const { lender, borrower } = await lent(1, null)
    await app.db.updateTable('users').set({ active: false }).where('id', '=', lender.id).execute()
    app.clock.advance(minutes(1))
    await round()
    expect([await subjectsTo(borrower), await subjectsTo(lender)]).toEqual([[begun.borrower], []])
  })

  test('are notified by the write that creates or removes it', async () => {
    const lender = await app.build.consoleUser()
    await linkTo(app, lender.id, lender.company.id)
    const borrower = await personOf(app, [lender.company.id])
    const master = await arriveInConsole(app, lender)
    const made = await master.call('delegationCreateOfMaster', {
      body: {
        accredit_id: lender.company.id,
        user_id: borrower.id,
        begin_date: dayOf(app.clock.now()),
      },
    })
    expect(made.outcome).toBe('200')
    expect([await subjectsTo(borrower), await subjectsTo(lender)]).toEqual([
      [begun.borrower],
      [begun.lender],
    ])
    const [mail] = (await readMessages(app.outbox, { to: borrower.email })).slice(-1)
    expect(mail?.text).toContain(`da empresa ${lender.company.name}, por delegação de`)
    expect(mail?.text).toContain('sem data de fim')
    app.clock.advance(minutes(1))
    await master.call('delegationRemove', { body: { email: borrower.email } })
    expect(await subjectsTo(borrower)).toEqual([begun.borrower, over.borrower])
    expect(await round()).toBe(0)
  })
})
