import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Config } from '../../config.ts'
import { createTestApp, type TestApp } from '../../../test/testing/test-app.ts'
import { basic } from '../../../test/testing/test-client.ts'
import { metricsToken } from '../../../test/testing/test-environment.ts'
import { waitAndVerify } from '../../../test/testing/verified-audit-log.ts'
import { splitCheckpoints } from '../log/checkpoint.ts'
import { verifyAuditLog } from '../verifying/verify-audit-log.ts'

const patience = { timeout: 20_000, interval: 50 }
const notStored = 'cannot store an audit checkpoint externally'

async function withApp(
  auditCheckpoints: Config['auditCheckpoints'],
  work: (app: TestApp) => Promise<void>,
): Promise<void> {
  const app = await createTestApp({ config: { auditCheckpoints } })
  try {
    await work(app)
  } finally {
    await app.close()
  }
}

const write = (app: TestApp) => app.client.call('authLocal', { headers: basic('a@x.example', 'x') })

async function unkeptSeconds(app: TestApp): Promise<number> {
  const { text } = await app.client.request('GET', '/metrics', { token: metricsToken })
  return Number(/^portaria_audit_unkept_seconds (\S+)$/m.exec(text)?.[1])
}

/** Calls `work` with the path of a file in a new folder, and a function that returns the heads in that file. */
async function withFile(
  name: string,
  work: (path: string, heads: () => Promise<string[]>) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portaria-heads-'))
  const path = join(folder, name)
  try {
    await work(path, async () => splitCheckpoints(await readFile(path, 'utf8')))
  } finally {
    await rm(folder, { recursive: true })
  }
}

const sizeOf = (head: string | undefined) => Number(head?.split('\n')[1])

test('each new head is appended to the file', () =>
  withFile('heads', (path, heads) =>
    withApp({ kind: 'file', path }, async (app) => {
      for (let n = 1; n <= 2; n++) {
        await write(app)
        const { size } = await waitAndVerify(app.db)
        await vi.waitFor(async () => {
          expect(sizeOf((await heads()).at(-1))).toBe(size)
          expect(await unkeptSeconds(app)).toBe(0)
        }, patience)
      }
      expect((await heads()).length).toBe(2)
      expect(await verifyAuditLog(app.db, await heads())).toMatchObject({ externalHeads: 2 })
    }),
  ))

// The head is sealed before the end: at the end, the sealing would skip an event if an older transaction was running.
test('a head that could not be stored is stored before the end', () =>
  withFile('later/heads', (path, heads) =>
    withApp({ kind: 'file', path }, async (app) => {
      await write(app)
      const { size } = await waitAndVerify(app.db)
      await vi.waitFor(() => expect(app.log.join('')).toContain(notStored), patience)
      await mkdir(dirname(path))
      await app.app.close()
      expect((await heads()).map(sizeOf)).toEqual([size])
    }),
  ))

test('a head whose storage could not be recorded is stored again', () =>
  withFile('heads', (path, heads) =>
    withApp({ kind: 'file', path }, async (app) => {
      await sql`alter table audit_keeping rename to audit_keeping_away`.execute(app.db)
      await write(app)
      await vi.waitFor(() => expect(app.log.join('')).toContain(notStored), patience)
      await sql`alter table audit_keeping_away rename to audit_keeping`.execute(app.db)
      await vi.waitFor(async () => expect(await unkeptSeconds(app)).toBe(0), patience)
      const [first, ...others] = await heads()
      expect(new Set(others)).toEqual(new Set([first]))
    }),
  ))

test('a head is sent until it is accepted, and the metrics show the delay', async () => {
  const sent: string[] = []
  let app: TestApp | undefined
  let delay = 0
  // The third request is accepted, however long the test takes: pauses between later ones would be longer.
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    sent.push(`${request.method} ${await readText(request)}`)
    if (sent.length === 2 && app) delay = await unkeptSeconds(app)
    response.writeHead(sent.length > 2 ? 204 : 503).end()
  }
  const place = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy())
  })
  await once(place.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(place.address() as AddressInfo).port}/heads`
  await withApp({ kind: 'address', url }, async (created) => {
    app = created
    await write(app)
    await vi.waitFor(() => expect(sent.length).toBeGreaterThan(2), patience)
    await vi.waitFor(async () => expect(await unkeptSeconds(created)).toBe(0), patience)
    expect(delay).toBeGreaterThan(0.5)
    expect(app.log.join('')).toContain(notStored)
    expect(sent.at(-1)).toMatch(/^POST \S+\/audit\n1\n/)
    const heads = splitCheckpoints(sent.at(-1)?.slice('POST '.length) ?? '')
    expect(await verifyAuditLog(app.db, heads)).toMatchObject({ externalHeads: 1 })
  })
  place.close()
})
