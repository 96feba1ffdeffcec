import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownWork, verifyPassword } from '../secrets/password-hash.ts'
import { digestOf } from '../secrets/random.ts'
import { after, hours, minutes } from '../shared/clock.ts'
import { type BareDatabase, createBareDatabase } from '../../test/testing/bare-database.ts'
import { LeakService, leakedPassword } from '../../test/testing/leak-service.ts'
import { quickHashOf } from '../../test/testing/quick-hash.ts'
import { readMessages } from '../../test/testing/read-messages.ts'
import { BreachedPasswords } from './breached-passwords.ts'
import { type PasswordOwner, PasswordService } from './password-service.ts'

const present = 'Senha-Presente-4711!'
const newPassword = 'Bom-Dia-Vizinho-1987?'
const publicUrl = 'https://acesso.example'

let database: BareDatabase
let leaks: LeakService
let service: PasswordService

beforeAll(async () => {
  database = await createBareDatabase()
  leaks = await LeakService.start()
  const breached = new BreachedPasswords(leaks.url, pino({ level: 'silent' }))
  service = new PasswordService({
    clock: database.clock,
    keyring: database.keyring,
    publicUrl,
    breached,
  })
})
afterAll(async () => {
  leaks.close()
  await database.close()
})

async function owner(): Promise<PasswordOwner> {
  const { id, email } = await database.build.user({ hash: quickHashOf(present) })
  return { id, email, name: 'Marília Cândido' }
}

const passwordsOf = (userId: number) =>
  database.db
    .selectFrom('passwords')
    .select(['hash', 'temporary', 'created_at', 'expires_at', 'superseded_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

const mailsTo = (email: string) => readMessages(database, { to: email })

/** Starts a session and returns a function that reads its state. */
async function sessionOf(userId: number) {
  const now = database.clock.now()
  const { id } = await database.db
    .insertInto('sessions')
    .values({
      user_id: userId,
      method: 'password',
      browser_digest: Buffer.alloc(32),
      address: '10.0.0.1',
      created_at: now,
      last_used_at: now,
      expires_at: after(now, hours(12)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return () =>
    database.db
      .selectFrom('sessions')
      .select(['ended_at', 'end_reason'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
}

describe('a new password', () => {
  const prepare = (who: PasswordOwner, password: string) =>
    service.prepareNew(database.db, who, password, ownWork)

  test('is hashed if it satisfies the rules', async () => {
    const hash = await prepare(await owner(), newPassword)
    expect(await verifyPassword(newPassword, hash, ownWork)).toBe(true)
  })

  test('is refused if it is guessable, also by the user’s name and e-mail', async () => {
    const who = await owner()
    const guessable = { code: 'password-guessable' }
    await expect(prepare(who, 'Senha-Senha-Senha-123456!')).rejects.toMatchObject(guessable)
    await expect(prepare(who, 'Marilia-Candido-7!')).rejects.toMatchObject(guessable)
    const named = { ...who, email: 'jabuticaba@operadora.example' }
    await expect(prepare(named, 'Jabuticaba-Jabuticaba-7!')).rejects.toMatchObject(guessable)
  })

  test('is refused if it has leaked', async () => {
    await expect(prepare(await owner(), leakedPassword)).rejects.toMatchObject({
      code: 'password-breached',
    })
  })

  test('is refused if it is the current one or a former one', async () => {
    const who = await owner()
    const used = { code: 'password-already-used' }
    await expect(prepare(who, present)).rejects.toMatchObject(used)
    await service.change(database.db, who, quickHashOf(newPassword))
    await expect(prepare(who, present)).rejects.toMatchObject(used)
    await expect(prepare(who, newPassword)).rejects.toMatchObject(used)
  })
})

test('a change replaces the password, ends every session, and notifies the user', async () => {
  const who = await owner()
  const session = await sessionOf(who.id)
  const hash = quickHashOf(newPassword)
  await service.change(database.db, who, hash)
  const now = database.clock.now()
  const [old, ...rest] = await passwordsOf(who.id)
  expect(old?.superseded_at).toEqual(now)
  expect(rest).toEqual([
    { hash, temporary: false, created_at: now, expires_at: null, superseded_at: null },
  ])
  expect(await session()).toEqual({ ended_at: now, end_reason: 'password-changed' })
  const [mail, ...more] = await mailsTo(who.email)
  expect(mail?.subject).toBe('Sua senha foi alterada')
  expect(mail?.text).toContain('Olá, Marília Cândido.')
  expect(more).toEqual([])
})

describe('a temporary password', () => {
  test('is random, with its hash', async () => {
    const one = await service.prepareTemporary(ownWork)
    const other = await service.prepareTemporary(ownWork)
    expect(one.password).not.toBe(other.password)
    expect(await verifyPassword(one.password, one.hash, ownWork)).toBe(true)
  })

  test('replaces the current one for 24 hours, ends every session, and is mailed', async () => {
    const who = await owner()
    const session = await sessionOf(who.id)
    const sister = await owner()
    const stranger = await sessionOf(sister.id)
    database.clock.advance(minutes(5))
    const hash = quickHashOf(newPassword)
    await service.replaceByTemporary(database.db, who, { password: newPassword, hash })
    const now = database.clock.now()
    const [old, ...rest] = await passwordsOf(who.id)
    expect(old?.superseded_at).toEqual(now)
    const expires_at = after(now, hours(24))
    expect(rest).toEqual([
      { hash, temporary: true, created_at: now, expires_at, superseded_at: null },
    ])
    expect((await session()).end_reason).toBe('password-changed')
    expect((await stranger()).end_reason).toBeNull()
    const [mail, ...more] = await mailsTo(who.email)
    expect(mail?.subject).toBe('Sua senha temporária')
    for (const told of ['Olá, Marília Cândido.', newPassword, publicUrl])
      expect(mail?.text).toContain(told)
    expect(more).toEqual([])
  })
})

test('a recovery mails a temporary password for 24 hours, and keeps password and sessions', async () => {
  const who = await owner()
  const session = await sessionOf(who.id)
  await service.recover(database.db, who)
  const [mail] = await mailsTo(who.email)
  const mailed = mail?.text.split('\n\n')[2] ?? ''
  expect(mail?.text).toContain('a sua senha atual continua valendo')
  const row = await database.db
    .selectFrom('recovery_passwords')
    .select(['digest', 'created_at', 'expires_at'])
    .where('user_id', '=', who.id)
    .executeTakeFirstOrThrow()
  const now = database.clock.now()
  expect(row).toEqual({
    digest: digestOf(mailed),
    created_at: now,
    expires_at: after(now, hours(24)),
  })
  expect(await passwordsOf(who.id)).toMatchObject([{ superseded_at: null }])
  expect((await session()).end_reason).toBeNull()
})
