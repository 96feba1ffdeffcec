/** Tracing in separate processes: identity, shutdown, and what is loaded without it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BareDatabase, createBareDatabase } from '../../test/testing/bare-database.ts'
import { ServerProcess } from '../../test/testing/server-process.ts'
import { consoleUrl, ownerUrlOf } from '../../test/testing/test-database.ts'
import { TraceCollector } from '../../test/testing/trace-collector.ts'
import { version } from '../shared/version.ts'

/** Records the modules of OpenTelemetry that a process loads, except its API, which prom-client loads too. */
const watchLoading = `
import { registerHooks } from 'node:module'
import { appendFileSync } from 'node:fs'
registerHooks({
  load(url, context, next) {
    if (/@opentelemetry\\/(?!api\\/)/.test(url)) appendFileSync(process.env.LOADED_MODULES, url + '\\n')
    return next(url, context)
  },
})`

const folder = mkdtempSync(join(tmpdir(), 'portaria-tracing-'))
const loaded = join(folder, 'loaded')
const collector = new TraceCollector()
let database: BareDatabase
let endpoint: string

beforeAll(async () => {
  database = await createBareDatabase()
  endpoint = await collector.open()
})
afterAll(async () => {
  collector.close()
  await database.close()
  rmSync(folder, { recursive: true })
})

function start(env: Record<string, string> = {}): Promise<ServerProcess> {
  writeFileSync(loaded, '')
  const { url } = database
  return ServerProcess.start({
    DATABASE_URL: url,
    DATABASE_OWNER_URL: ownerUrlOf(url),
    PUBLIC_URL: consoleUrl,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(watchLoading)}`,
    LOADED_MODULES: loaded,
    ...env,
  })
}

const modules = () => readFileSync(loaded, 'utf8')

test('without an endpoint, no module of the SDK is loaded', async () => {
  const server = await start()
  await server.client.call('userValidate', { token: 'x' })
  await server.stop()
  expect(modules()).toBe('')
})

test('each process has its own instance id, and delivers its last spans when it stops', async () => {
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=segredo',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=teste',
  }
  const servers = [await start(env), await start(env)]
  expect(modules()).toContain('sdk-trace')
  const last = await Promise.all(
    servers.map(async (server) => {
      const { headers } = await server.client.request('GET', '/api/health/live')
      expect(await server.stop()).toBe(0)
      return collector.spans.find(
        ({ attributes }) => attributes['portaria.request.id'] === headers.get('x-request-id'),
      )
    }),
  )
  const ids = last.map((span) => span?.resource['service.instance.id'])
  expect(new Set(ids).size).toBe(2)
  for (const span of last)
    expect(span?.resource).toMatchObject({
      'service.name': 'portaria',
      'service.version': version,
      'service.instance.id': expect.stringMatching(/^[\w-]{36}$/) as string,
      'deployment.environment.name': 'teste',
    })
  expect(collector.headers[0]).toMatchObject({ 'x-key': 'segredo' })
  expect(collector.received).not.toContain('segredo')
})

test('a collector that does not respond does not prevent a normal end', async () => {
  collector.status = undefined
  const server = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
  await server.client.request('GET', '/api/health/live')
  const began = performance.now()
  expect(await server.stop()).toBe(0)
  expect(performance.now() - began).toBeLessThan(8000)
})
