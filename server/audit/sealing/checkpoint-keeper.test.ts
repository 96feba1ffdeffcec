import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { Config } from '../../config.ts'
import { createTestApp, type TestApp } from '../../../test/testing/test-app.ts'
import { basic } from '../../../test/testing/test-client.ts'
import { metricsToken } from '../../../test/testing/test-environment.ts'
import { waitAndVerify } from '../../../test/testing/verified-audit-log.ts'
import { splitCheckpoints } from '../log/checkpoint.ts'
import { verifyAuditLog } from '../verifying/verify-audit-log.ts'

const patience = { timeout: 10_000, interval: 50 }

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

test('each new head is appended to the file, the last one before the end too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portaria-heads-'))
  const path = join(folder, 'heads')
  const heads = async () => splitCheckpoints(await readFile(path, 'utf8'))
  let size = 0
  await withApp({ kind: 'file', path }, async (app) => {
    for (let n = 1; n <= 2; n++) {
      await write(app)
      ;({ size } = await waitAndVerify(app.db))
      await vi.waitFor(async () => {
        expect((await heads()).at(-1)?.split('\n')[1]).toBe(String(size))
        expect(await unkeptSeconds(app)).toBe(0)
      }, patience)
    }
    expect((await heads()).length).toBe(2)
    expect(await verifyAuditLog(app.db, await heads())).toMatchObject({ externalHeads: 2 })
    await write(app)
    await app.app.close()
    expect((await heads()).at(-1)?.split('\n')[1]).toBe(String(size + 1))
  })
  await rm(folder, { recursive: true })
})

test('a head is sent until it is accepted, and the metrics show the delay', async () => {
  const sent: string[] = []
  let open = false
  const place = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      sent.push(`${request.method} ${Buffer.concat(chunks).toString()}`)
      response.writeHead(open ? 204 : 503).end()
    })
  })
  await once(place.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(place.address() as AddressInfo).port}/heads`
  await withApp({ kind: 'address', url }, async (app) => {
    await write(app)
    await vi.waitFor(async () => {
      expect(sent.length).toBeGreaterThanOrEqual(2)
      expect(await unkeptSeconds(app)).toBeGreaterThan(0.5)
    }, patience)
    expect(app.log.join('')).toContain('cannot store an audit checkpoint externally')
    open = true
    await vi.waitFor(async () => expect(await unkeptSeconds(app)).toBe(0), patience)
    expect(sent.at(-1)).toMatch(/^POST \S+\/audit\n1\n/)
    const heads = splitCheckpoints(sent.at(-1)?.slice('POST '.length) ?? '')
    expect(await verifyAuditLog(app.db, heads)).toMatchObject({ externalHeads: 1 })
  })
  place.close()
})
