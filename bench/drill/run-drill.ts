/**
 * `npm run drill`: runs three server processes on a PostgreSQL cluster of Patroni, ends parts of it under load, and
 * prints what the clients noticed (docs/operating.md, 'High availability'). Needs root and about 12 minutes.
 *
 * Everything runs in namespaces of its own: no port is visible from outside, and all processes end with the drill.
 *
 * - `-- --events primary-killed,etcd-killed` runs only these events; the names are those of outages.ts.
 * - `-- --logs FOLDER` keeps the logs of all processes.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { productFolder } from '../../server/shared/product-folder.ts'
import { hasPreviousRelease, previousRelease } from '../../test/testing/previous-release.ts'
import { type Undo, runBench } from '../run-bench.ts'
import { runStages } from './drill-stages.ts'
import { outages } from './outages.ts'

/** Environment variable with the folder of the drill; set for the process inside the namespaces. */
const FOLDER = 'DRILL_FOLDER'

const programs = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  ip: 'iproute2',
  unshare: 'util-linux',
  setpriv: 'util-linux',
}

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: Object.keys(outages).join() },
    logs: { type: 'string' },
  },
})
const inside = process.env[FOLDER]

if (inside === undefined) await runOutside()
else {
  await runStages(inside, values.events.split(',').filter(Boolean))
  // Patroni and etcd still run; they end with the namespace.
  process.exit()
}

async function runOutside(): Promise<void> {
  const undo: Undo = []
  await runBench(undo, async () => {
    requirePrograms()
    const folder = mkdtempSync(join(tmpdir(), 'portaria-drill-'))
    undo.push(() => remove(folder))
    // PostgreSQL runs as another user, in a folder below this one.
    chmodSync(folder, 0o755)
    build(productFolder)
    extractPreviousRelease(join(folder, 'previous'))
    await runInside(folder, undo)
  })
}

function requirePrograms(): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Error('The drill needs root on Linux, for namespaces and the user "postgres".')
  if (!hasPreviousRelease()) throw new Error('The drill needs the Git history.')
  const missing = Object.entries(programs)
    .filter(([program]) => spawnSync('which', [program]).status !== 0)
    .map(([, name]) => name)
  if (missing.length || !existsSync('/usr/lib/postgresql'))
    throw new Error(
      `Missing: ${missing.join(', ')}. On Debian: apt-get install --no-install-recommends patroni python3-etcd etcd-server haproxy postgresql iproute2. The packages start services, which the drill does not use.`,
    )
}

function build(folder: string): void {
  // Imported instead of run, because a run would install the packages of the previous release.
  const script = `const { build } = await import('${folder}/scripts/build.mjs'); process.exit(build() ? 0 : 1)`
  run(process.execPath, ['--input-type=module', '--eval', script], folder)
}

function extractPreviousRelease(folder: string): void {
  console.log(`Building release ${previousRelease.version} …`)
  mkdirSync(folder)
  run('sh', ['-c', `git archive ${previousRelease.commit} | tar -x -C "${folder}"`], productFolder)
  symlinkSync(join(productFolder, 'node_modules'), join(folder, 'node_modules'))
  build(folder)
}

/** Runs the drill in its own network, process and mount namespaces. The kernel kills all processes when they end. */
async function runInside(folder: string, undo: Undo): Promise<void> {
  const namespaces = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
  // The first process of the namespace is a shell, because it removes ended processes of others, as init does.
  const shell = ['sh', '-c', '"$@"; exit $?', 'drill']
  const node = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  const child = spawn(
    'setpriv',
    ['--pdeathsig=KILL', 'unshare', ...namespaces, ...shell, ...node],
    {
      env: { ...process.env, [FOLDER]: folder },
      stdio: ['ignore', 'inherit', 'inherit'],
      // A process group of its own, so that Ctrl-C reaches only this process, which cleans up.
      detached: true,
    },
  )
  const exited = once(child, 'exit')
  undo.push(async () => {
    child.kill('SIGKILL')
    await exited
    keepLogs(folder)
  })
  await exited
  if (child.exitCode !== 0) throw new Error('see above; `-- --logs FOLDER` keeps the logs.')
}

function keepLogs(folder: string): void {
  if (values.logs === undefined) return
  mkdirSync(values.logs, { recursive: true })
  for (const file of globSync(join(folder, '*.log')))
    cpSync(file, join(values.logs, basename(file)))
}

/** Removes the folder. Killed processes may still write to it for a moment. */
function remove(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  return Promise.resolve()
}

function run(program: string, args: string[], cwd: string): void {
  const { status } = spawnSync(program, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Error(`${program} ended with ${status}`)
}
