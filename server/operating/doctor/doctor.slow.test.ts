/** `npm run doctor` as a separate process, with good and with wrong settings. */
import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { throughLink } from '../../../test/testing/breakable-link.ts'
import { FakePooler } from '../../../test/testing/fake-pooler.ts'
import { findFreePort } from '../../../test/testing/free-port.ts'
import { createTestApp, type TestApp } from '../../../test/testing/test-app.ts'
import { bareEnvironment, testEnvironment } from '../../../test/testing/test-environment.ts'
import { activateSigningKey, announceSigningKey } from '../../sessions/signing-key-rotation.ts'
import { TraceCollector } from '../../../test/testing/trace-collector.ts'

type Lines = { check: string; status: string; found: string; advice?: string }[]

describe('the doctor', () => {
  let app: TestApp
  let env: Record<string, string>
  let dataDir: string
  let mail: SMTPServer
  let gateway: Server

  beforeAll(async () => {
    app = await createTestApp()
    // An event, so that the audit log has a head.
    await app.trips.enter(await app.build.user())
    dataDir = mkdtempSync(join(tmpdir(), 'portaria-doctor-'))
    mail = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] })
    await once(mail.listen(0, '127.0.0.1'), 'listening')
    gateway = createServer((_, response) => response.writeHead(405).end())
    await once(gateway.listen(0, '127.0.0.1'), 'listening')
    env = {
      ...testEnvironment(3000, app.databaseUrl),
      DATA_DIR: dataDir,
      SMTP_URL: `smtp://127.0.0.1:${(mail.server.address() as AddressInfo).port}`,
      SMS_GATEWAY_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/sms`,
      SMS_GATEWAY_TOKEN: 'segredo-do-gateway',
    }
  })
  afterAll(async () => {
    gateway.close()
    await new Promise<void>((resolve) => mail.close(() => resolve()))
    rmSync(dataDir, { recursive: true })
    await app.close()
  })

  function run(
    settings: Record<string, string>,
    ...args: string[]
  ): Promise<{ code: number; text: string }> {
    const script = join(import.meta.dirname, '../../../scripts/doctor.ts')
    return new Promise((resolve) => {
      const options = { env: { PATH: process.env['PATH'], ...settings } }
      execFile(process.execPath, [script, ...args], options, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), text: stdout + stderr }),
      )
    })
  }
  async function lines(settings: Record<string, string>) {
    const { code, text } = await run(settings, '--json')
    const report = JSON.parse(text) as Lines
    return { code, text, of: (check: string) => report.find((line) => line.check === check) }
  }

  test('finds nothing wrong with a good installation, and changes nothing', async () => {
    const { text, of } = await lines(env)
    for (const check of ['settings', 'version', 'data folder', 'database', 'owner role'])
      expect(of(check), text).toMatchObject({ status: 'good' })
    for (const check of ['server role', 'schema', 'notifications', 'clock', 'mail', 'SMS', 'keys'])
      expect(of(check), text).toMatchObject({ status: 'good' })
    for (const check of ['providers', 'traces'])
      expect(of(check)).toMatchObject({ status: 'skipped' })
    expect(text).not.toContain('failure')
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('says what to do about each failure, and shows no secret', async () => {
    const pooler = new FakePooler(app.databaseUrl)
    pooler.keepsSessions = false
    const address = new URL(throughLink(app.databaseUrl, await pooler.open()))
    const closed = await findFreePort()
    const { code, text, of } = await lines({
      ...env,
      DATABASE_URL: address.href,
      DATABASE_OWNER_URL: app.databaseUrl,
      SMTP_URL: `smtp://portaria:senha-do-correio@127.0.0.1:${closed}`,
      SMS_GATEWAY_URL: `http://127.0.0.1:${closed}/segredo-na-url`,
      FEDERATION_ISSUER: `http://127.0.0.1:${closed}`,
      FEDERATION_CLIENT_ID: 'portaria',
      FEDERATION_CLIENT_SECRET: 'segredo-do-provedor',
      SECRETS_KEYS: `outra:${Buffer.alloc(32, 9).toString('base64')}`,
      DATA_DIR: '/proc/1',
      PUBLIC_ULR: 'https://acesso.example',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${closed}`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=segredo-do-coletor',
    })
    await pooler.close()
    expect(code).toBe(2)
    expect(of('settings')).toMatchObject({
      status: 'warning',
      found: 'PUBLIC_ULR is not a variable of Portaria; did you mean PUBLIC_URL?',
    })
    expect(of('notifications')?.advice).toContain('pool_mode = session')
    expect(of('owner role')).toMatchObject({ status: 'failure' })
    expect(of('mail')?.found).toContain('ECONNREFUSED')
    expect(of('SMS')?.found).toContain('ECONNREFUSED')
    expect(of('providers')).toMatchObject({ status: 'failure' })
    expect(of('traces')?.found).toContain('ECONNREFUSED')
    expect(of('keys')?.found).toContain('SECRETS_KEYS lacks the keys test')
    const secrets = ['senha-do-correio', 'segredo-', address.password, 'CQkJCQkJ']
    for (const secret of secrets) expect(text).not.toContain(secret)
  })

  test('names the variable whose address has its password or host in the query, and shows neither', async () => {
    const url = new URL(app.databaseUrl)
    const { password } = url
    url.password = ''
    for (const parameter of [`password=${password}`, 'host=banco-secreto'])
      for (const variable of ['DATABASE_URL', 'DATABASE_OWNER_URL']) {
        const address = `${url.href}?${parameter}`
        const { code, text, of } = await lines({ ...env, [variable]: address })
        expect(code).toBe(2)
        expect(of('settings')?.found).toContain(`${variable} has ${parameter.split('=')[0]}=`)
        expect(text).not.toContain(parameter.split('=')[1])
      }
  })

  test('delivers to the collector of traces, and names its refusal', async () => {
    const collector = new TraceCollector()
    const settings = { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: await collector.open() }
    expect((await lines(settings)).of('traces')).toMatchObject({ status: 'good' })
    collector.status = 401
    expect((await lines(settings)).of('traces')).toMatchObject({
      status: 'failure',
      found: expect.stringContaining('Unauthorized') as string,
    })
    expect(collector.spans).toEqual([])
    collector.close()
  })

  test('knows the states of keys, and warns of old and forgotten ones', async () => {
    const of = async (secrets: string) =>
      (await lines({ ...env, SECRETS_KEYS: secrets })).of('keys')
    const old = bareEnvironment(3000)['SECRETS_KEYS'] ?? ''
    const newFirst = `nova:${Buffer.alloc(32, 9).toString('base64')},${old}`
    expect(await of(newFirst)).toMatchObject({
      status: 'warning',
      found: expect.stringContaining('stored secrets are encrypted with test') as string,
    })
    const { kid } = await announceSigningKey(app.db, app.app.keyring)
    expect(await of(old)).toMatchObject({
      status: 'good',
      found: 'keys of SECRETS_KEYS: test; signing key: 0 days old; announced: 0 days ago',
    })
    const date = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000)
    const change = (id: string, columns: { created_at?: Date; activated_at?: Date }) =>
      app.db.updateTable('signing_keys').set(columns).where('id', '=', id).execute()
    await change(kid, { created_at: date(8) })
    expect((await of(old))?.advice).toContain('npm run keys -- activate')
    await activateSigningKey(app.db, app.app.keyring, { immediately: false })
    expect((await of(old))?.found).toContain('signing key: 0 days old; retired: 1')
    await change(kid, { activated_at: date(366) })
    expect(await of(old)).toMatchObject({ status: 'warning' })
  })

  test('ignores the key of a retired module secret', async () => {
    const module = await app.build.module()
    const lost = () => app.db.updateTable('module_secrets').set({ key_id: 'perdida' })
    await lost().where('module_id', '=', module.id).execute()
    const found = async () => (await lines(env)).of('keys')?.found
    expect(await found()).toContain('SECRETS_KEYS lacks the keys perdida')
    await lost().set({ retired_at: new Date() }).where('module_id', '=', module.id).execute()
    expect(await found()).not.toContain('perdida')
  })

  test('starts no embedded database, and creates no key', async () => {
    const { code, text } = await run({ ...bareEnvironment(3000), DATA_DIR: dataDir })
    expect(code).toBe(2)
    expect(text).toMatch(/failure {2}database .*does not run\n.*→ Start the server/)
    const { DATABASE_URL: url = '', ...misspelled } = env
    expect((await run({ ...misspelled, DATABSE_URL: url })).text).toContain(
      'did you mean DATABASE_URL?',
    )
    const { SECRETS_KEYS: _, ...keyless } = bareEnvironment(3000)
    expect((await run({ ...keyless, DATA_DIR: dataDir })).text).toContain('no secrets.key')
    expect(readdirSync(dataDir)).toEqual([])
  })
})
