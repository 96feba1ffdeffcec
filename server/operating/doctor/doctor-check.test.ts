/** Single checks of the doctor, and its report. The whole command: doctor.slow.test.ts. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/testing/test-database.ts'
import { onOneConnection } from '../../database/one-connection.ts'
import { databaseChecks } from './database-checks.ts'
import {
  exitCodeOf,
  good,
  needsDatabase,
  needsSchema,
  runChecks,
  tableOf,
  warning,
  withoutSecrets,
} from './doctor-check.ts'

describe('the check of the owner role', () => {
  const stranger = `stranger_${randomBytes(4).toString('hex')}`
  let database: TestDatabase

  const asOwner = (statement: string) =>
    onOneConnection(database.ownerUrl, (client) => client.query(statement))
  beforeAll(async () => {
    database = await createTestDatabase()
    await asOwner(`create role ${stranger} login password 'x'`)
  })
  afterAll(async () => {
    await asOwner(`drop owned by ${stranger}; drop role ${stranger}`)
    await database.drop()
  })

  const findingFor = async (ownerUrl: string | undefined) => {
    const checks = databaseChecks({ url: database.url, ownerUrl, auditCheckpoints: undefined })
    return checks.find(({ name }) => name === 'owner role')?.run()
  }

  test('is good for the role that owns the tables', async () => {
    expect(await findingFor(database.ownerUrl)).toMatchObject({ status: 'good' })
  })

  test('fails without DATABASE_OWNER_URL for a role that may not create tables', async () => {
    expect(await findingFor(undefined)).toMatchObject({
      status: 'failure',
      found: expect.stringContaining('cannot migrate: no right to create tables') as string,
      advice: expect.stringContaining('Set DATABASE_OWNER_URL') as string,
    })
  })

  test('fails for a role that may create tables, but owns no table of the product', async () => {
    await asOwner(`grant create on schema public to ${stranger}`)
    const url = new URL(database.ownerUrl)
    url.username = stranger
    url.password = 'x'
    expect(await findingFor(url.href)).toMatchObject({
      status: 'failure',
      found: expect.stringMatching(/cannot migrate: \d+ tables belong to another role/) as string,
      advice: 'DATABASE_OWNER_URL must name the role that owns the tables.',
    })
  })
})

describe('the report', () => {
  test('has a failure for a check that takes too long', async () => {
    const report = await runChecks(
      [{ name: 'slow', run: () => new Promise(() => undefined), advice: 'Wait.' }],
      20,
    )
    expect(report).toEqual([
      { check: 'slow', status: 'failure', found: 'no result within 0.02 s', advice: 'Wait.' },
    ])
    expect(exitCodeOf(report)).toBe(2)
    expect(tableOf(report)).toContain('→ Wait.')
  })

  test('skips failures that follow from another check', async () => {
    const failing = { run: () => Promise.reject(new Error('refused')), advice: 'Correct it.' }
    const pending = {
      run: () => warning('3 of 60 migrations are not applied', 'Start.'),
      advice: '',
    }
    const report = await runChecks([
      { name: 'database', run: () => good('PostgreSQL 18'), advice: '' },
      { name: 'schema', ...pending },
      { name: 'clock', ...failing, needs: needsDatabase },
      { name: 'keys', ...failing, needs: needsSchema },
    ])
    expect(report.map(({ status }) => status)).toEqual(['good', 'warning', 'failure', 'skipped'])
    expect(report[3]?.found).toBe("see 'schema'")
    const down = await runChecks([
      { name: 'database', ...failing },
      { name: 'clock', ...failing, needs: needsDatabase },
    ])
    expect(down.map(({ status }) => status)).toEqual(['failure', 'skipped'])
  })

  test('exits with 1 for a warning', () => {
    expect(exitCodeOf([{ check: 'mail', status: 'warning', found: 'refused' }])).toBe(1)
  })

  test.each([
    ['SMTP_URL', 'smtp://x:a%40b"c@mail.example', 'a@b"c'],
    ['DATABASE_URL', 'postgres://x@one,two/db?password=se%40nha&sslmode=require', 'se@nha'],
    ['DATABASE_OWNER_URL', 'postgres://x@one/db?sslmode=require&password=se%40nha', 'se%40nha'],
    ['SMS_GATEWAY_URL', 'https://sms.example/?api_key=chave-secreta', 'chave-secreta'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'x-a=b,authorization=Bearer%20chave', 'Bearer chave'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=Bearer%20chave', 'Bearer%20chave'],
  ])('contains no secret of %s=%s', (variable, value, secret) => {
    const report = [{ check: 'mail', status: 'warning' as const, found: `${secret} was refused` }]
    expect(withoutSecrets(report, { [variable]: value })[0]?.found).toBe('… was refused')
  })
})
