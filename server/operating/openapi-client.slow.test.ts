import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultPassword } from '../../test/testing/builders.ts'
import { administratorOf } from '../../test/testing/console-client.ts'
import { clientTrip, generateClientTypes } from '../../test/testing/generated-client.ts'
import { readMessages } from '../../test/testing/read-messages.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { basic } from '../../test/testing/test-client.ts'

interface Person {
  url: string
  basic: string
  email: string
  readCode: () => Promise<string>
}

interface TripModule {
  trip: (person: Person) => Promise<[name: string, createdAt: string][]>
}

const root = join(import.meta.dirname, '../..')
let app: TestApp
let folder: string

beforeAll(async () => {
  app = await createTestApp()
  const within = join(root, 'test-results')
  await mkdir(within, { recursive: true })
  folder = await mkdtemp(join(within, 'client-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await app.close()
})

test(
  'a client generated from the document compiles, signs in and reads a list',
  { timeout: 120_000 },
  async () => {
    const { text } = await app.client.request('GET', '/api/openapi.json')
    await writeFile(join(folder, 'portaria.d.ts'), await generateClientTypes(text))
    await writeFile(join(folder, 'trip.ts'), clientTrip)
    const compilerOptions = { lib: ['ES2024', 'DOM', 'DOM.Iterable'] }
    const config = {
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions,
      files: ['trip.ts'],
    }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const compiled = await promisify(execFile)(process.execPath, [compiler, '-p', folder]).catch(
      (error: { stdout?: string }) => error,
    )
    expect(compiled.stdout).toBe('')

    const { person } = await administratorOf(app)
    const { trip } = (await import(pathToFileURL(join(folder, 'trip.ts')).href)) as TripModule
    const rows = await trip({
      url: app.url,
      basic: basic(person.email, defaultPassword).authorization,
      email: person.email,
      readCode: async () => {
        const last = (await readMessages(app.outbox, { to: person.email })).at(-1)
        return /\b\d{6}\b/.exec(last?.text ?? '')?.[0] ?? ''
      },
    })
    expect(rows.length).toBeGreaterThan(0)
    for (const [, createdAt] of rows) expect(new Date(createdAt).toISOString()).toBe(createdAt)
  },
)
