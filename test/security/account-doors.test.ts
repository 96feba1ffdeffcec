import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../server/database/database.ts'
import { after, days, hours, minutes } from '../../server/shared/clock.ts'
import { hashPassword, ownWork } from '../../server/secrets/password-hash.ts'
import { digestOf, newHandle } from '../../server/secrets/random.ts'
import { type Visitor, defaultPassword } from '../testing/builders.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { basic } from '../testing/test-client.ts'

const newPassword = 'Bom-Dia-Vizinho-1987?'

describe('temporary access to an account', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  /** Changes of a password or an account, made directly in the database. */
  const changes: [string, (db: Db, id: number) => Promise<unknown>][] = [
    ['the password is replaced', (db, id) => replacePassword(db, id)],
    ['the user is blocked', (db, id) => update(db, id, 'suspended = true')],
    ['the user is deleted', (db, id) => update(db, id, 'active = false')],
    ['the e-mail is changed', (db, id) => update(db, id, `email = 'nova${id}@operadora.example'`)],
    ['the user becomes federated', (db, id) => update(db, id, 'federated = true')],
  ]

  const update = (db: Db, id: number, what: string) =>
    sql`update users set ${sql.raw(what)} where id = ${id}`.execute(db)

  async function replacePassword(db: Db, userId: number): Promise<void> {
    await db
      .updateTable('passwords')
      .set({ superseded_at: app.clock.now() })
      .where('user_id', '=', userId)
      .where('superseded_at', 'is', null)
      .execute()
    await db
      .insertInto('passwords')
      .values({ user_id: userId, hash: await hashPassword(newPassword, ownWork) })
      .execute()
  }

  const temporary = 'Abcdefgh23456789!@#$'
  const recover = (userId: number) =>
    app.db
      .insertInto('recovery_passwords')
      .values({
        user_id: userId,
        digest: digestOf(temporary),
        expires_at: after(app.clock.now(), hours(24)),
      })
      .execute()

  /**
   * Each kind of temporary access. The outer function obtains one; the returned function checks whether it is still
   * valid. If the check also needs a session, it revives the session first.
   */
  const doors: [string, (person: Visitor) => Promise<() => Promise<boolean>>][] = [
    [
      'a challenge whose code was sent',
      async ({ email }) => {
        const session = await app.trips.begin(email)
        const code = await app.trips.sendCode(session, email)
        return async () => (await app.trips.answer(session, email, code)).status === 200
      },
    ],
    [
      'a challenge without a chosen channel',
      async ({ email }) => {
        const session = await app.trips.begin(email)
        const body = { session, email, answer: 'EMAIL_OTP' } as const
        return async () => (await app.client.call('userChooseMfa', { body })).status === 200
      },
    ],
    [
      'the handle of an expired password',
      async ({ id, email }) => {
        const setAt = (date: Date) =>
          app.db
            .updateTable('passwords')
            .set({ created_at: date })
            .where('user_id', '=', id)
            .where('superseded_at', 'is', null)
            .execute()
        await setAt(after(app.clock.now(), -days(91)))
        const session = await app.trips.begin(email)
        const code = await app.trips.sendCode(session, email)
        const { access_token } = (await app.trips.answer(session, email, code)).data
        const body = { access_token, email, newPassword: 'Outra-Noite-Vizinha-1987?' }
        return async () =>
          (await app.client.call('userSetPasswordExpired', { body })).status === 200
      },
    ],
    [
      'the temporary password of a recovery',
      async ({ id, email }) => {
        await recover(id)
        return async () =>
          (await app.client.call('authLocal', { headers: basic(email, temporary) })).status === 200
      },
    ],
    [
      'the one-time code of a module',
      async (person) => {
        const who = await app.trips.signIn(person.email)
        const { code } = (await app.trips.askForCode(who, person.at)).data
        return async () => {
          await reviveSessions(person.id)
          return (await app.trips.exchange(code, person.at.module, who)).status === 200
        }
      },
    ],
    [
      'an identity confirmation',
      async ({ id, email }) => {
        const who = await app.trips.signIn(email)
        const body = JSON.stringify({ user: id, question: 1, response: 'x' })
        const operation = {
          method: 'POST',
          path: '/user/secret-question',
          body_sha256: hash('sha256', body),
        } as const
        const { code } = (
          await app.client.call('userLocalValidatePassword', {
            ...who,
            body: { email, password: defaultPassword, operations: [operation] },
          })
        ).data
        return async () => {
          await reviveSessions(id)
          const answer = await app.client.request('POST', '/api/user/secret-question', {
            ...who,
            body,
            headers: { code },
          })
          return answer.status === 200
        }
      },
    ],
    [
      'a federated confirmation',
      async ({ id, email }) => {
        const who = await app.trips.signIn(email)
        const proof = newHandle()
        const expires_at = after(app.clock.now(), minutes(2))
        await sql`insert into federated_flows (state_digest, purpose, issuer, nonce, code_verifier, browser_digest,
            session_id, expires_at, proof_digest, proof_expires_at)
          values (${digestOf(newHandle())}, 'validating', 'https://idp.example', 'n', 'v', ${digestOf('b')},
            (select id from sessions where user_id = ${id} and ended_at is null), ${expires_at}, ${digestOf(proof)}, ${expires_at})`.execute(
          app.db,
        )
        const operations = [{ method: 'POST', path: '/a', body_sha256: '0'.repeat(64) } as const]
        return async () => {
          await reviveSessions(id)
          const body = { token: proof, operations }
          return (await app.client.call('userLocalValidateToken', { ...who, body })).status === 200
        }
      },
    ],
  ]

  /** Revives ended sessions, so that only the temporary access itself can be refused. */
  async function reviveSessions(userId: number): Promise<void> {
    await app.db
      .updateTable('sessions')
      .set({ ended_at: null, end_reason: null })
      .where('user_id', '=', userId)
      .execute()
  }

  describe.each(doors)('%s', (_, open) => {
    test('is valid if nothing has changed', async () => {
      const person = await app.build.visitor()
      const isOpen = await open(person)
      expect(await isOpen()).toBe(true)
    })

    test.each(changes)('is invalid after %s', async (__, change) => {
      const person = await app.build.visitor()
      const isOpen = await open(person)
      await change(app.db, person.id)
      // Restore the account, which must not make the earlier access valid again.
      await sql`update users set active = true, suspended = false, federated = false, email = ${person.email}
        where id = ${person.id}`.execute(app.db)
      expect(await isOpen()).toBe(false)
    })

    test('stays valid after changes of another user', async () => {
      const [person, other] = [await app.build.visitor(), await app.build.visitor()]
      const isOpen = await open(person)
      for (const [, change] of changes) await change(app.db, other.id)
      expect(await isOpen()).toBe(true)
    })
  })

  test('a used code is still recognised after a change, and its reuse revokes its token', async () => {
    const { id, email, at } = await app.build.visitor()
    const who = await app.trips.signIn(email)
    const { code } = (await app.trips.askForCode(who, at)).data
    const { access_token } = (await app.trips.exchange(code, at.module, who)).data
    await replacePassword(app.db, id)
    expect((await app.trips.validate(access_token, who.cookie)).status).toBe(200)
    await app.trips.exchange(code, at.module, who)
    expect((await app.trips.validate(access_token, who.cookie)).outcome).toBe(
      '401 access-token-expired',
    )
  })

  /** Returns the outcome of a call that waits for an uncommitted change of the account. */
  async function meanwhile(
    userId: number,
    call: () => Promise<{ outcome: string }>,
    change: (db: Db) => Promise<unknown>,
  ): Promise<string> {
    const waiting = sql<{ n: number }>`select count(*)::integer n from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`
    const asked = await app.db.transaction().execute(async (db) => {
      await sql`select 1 from users where id = ${userId} for update`.execute(db)
      const answer = call()
      await expect
        .poll(async () => (await waiting.execute(app.db)).rows[0]?.n, { timeout: 20_000 })
        .toBe(1)
      await change(db)
      return { answer }
    })
    return (await asked.answer).outcome
  }

  describe('a sign-in interrupted by a change', () => {
    test.each(changes)('fails at its password step: %s', async (_, change) => {
      const { id, email } = await app.build.user()
      const call = () => app.client.call('authLocal', { headers: basic(email, defaultPassword) })
      expect(await meanwhile(id, call, (db) => change(db, id))).toBe('401 invalid-credentials')
    })

    test.each(changes)('fails at its code step: %s', async (_, change) => {
      const { id, email } = await app.build.user()
      const session = await app.trips.begin(email)
      const code = await app.trips.sendCode(session, email)
      const call = () => app.trips.answer(session, email, code)
      expect(await meanwhile(id, call, (db) => change(db, id))).toMatch(
        / mfa-session-used$| mfa-refused$/,
      )
    })

    test('fails if another temporary password is sent', async () => {
      const { id, email } = await app.build.user()
      await recover(id)
      const call = () => app.client.call('authLocal', { headers: basic(email, temporary) })
      const again = (db: Db) =>
        db
          .updateTable('recovery_passwords')
          .set({ digest: digestOf(`${temporary}2`) })
          .where('user_id', '=', id)
          .execute()
      expect(await meanwhile(id, call, again)).toBe('401 invalid-credentials')
    })

    test.each(changes)(
      'a secret answer sends no mail if %s, except after a change of the password',
      async (_, change) => {
        const { id, email } = await app.build.user()
        const answerHash = await hashPassword('colegio', ownWork)
        await app.db
          .insertInto('secret_answers')
          .values({ user_id: id, question_id: 1, hash: answerHash })
          .execute()
        const body = { email, question: 1, response: 'Colégio' }
        const call = () => app.client.call('userRecoveryAccount', { body })
        expect(await meanwhile(id, call, (db) => change(db, id))).toBe('200')
        const { rows } = await sql<{ n: number }>`select count(*)::integer n from recovery_passwords
        where user_id = ${id}`.execute(app.db)
        expect(rows[0]?.n).toBe(change === changes[0]?.[1] ? 1 : 0)
      },
    )
  })

  test('two users who change each other concurrently do not deadlock', async () => {
    const person = await app.build.user()
    const who = await app.trips.signIn(person.email)
    const body_sha256 = hash('sha256', '{}')
    const operation = { method: 'POST', path: '/user/reset-password', body_sha256 } as const
    await app.client.call('userLocalValidatePassword', {
      ...who,
      body: { email: person.email, password: defaultPassword, operations: [operation] },
    })
    await app.db.transaction().execute(async (writing) => {
      // A write of this user locks its confirmation before it changes the other user.
      await sql`update confirmation_operations set used_at = now()`.execute(writing)
      await app.db.transaction().execute(async (changing) => {
        await sql`set local lock_timeout = '2s'`.execute(changing)
        await replacePassword(changing, person.id)
      })
    })
    const { rows } = await sql`select expires_at > created_at as live from confirmations
      where session_id in (select id from sessions where user_id = ${person.id})`.execute(app.db)
    expect(rows).toEqual([{ live: false }])
  })
})
