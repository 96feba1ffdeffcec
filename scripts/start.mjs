import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build } from './build.mjs'
import { ensureInstalled, NODE, projectEnv, ROOT } from './ensure-installed.mjs'

/**
 * Environment that reduces the server's memory and speeds up hashing. Loaded by `require`, because some Node versions
 * lack import attributes.
 */
const serverEnvironment = createRequire(import.meta.url)('./server-environment.json')

/** Brand of the demo, so that it shows where an association's name and help contact appear. */
const demoBrand =
  (process.env['DEMO'] ?? '1') === '1'
    ? { BRAND_NAME: 'Associação de Exemplo', HELP_CONTACT: 'ajuda@portaria.example' }
    : {}

ensureInstalled()
if (!build()) {
  console.error('The build failed, see above.')
  process.exit(1)
}

const server = spawn(NODE, [join(ROOT, 'dist', 'server', 'main.mjs')], {
  cwd: ROOT,
  env: { ...serverEnvironment, ...demoBrand, ...projectEnv(), DEMO: process.env['DEMO'] ?? '1' },
  // The IPC channel carries no messages. It closes when this process is killed, which stops the server.
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  // A process group of its own, so that Ctrl-C reaches it only through this process.
  detached: true,
})
let stopping = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
stopWithNpm()

server.on('error', (error) => {
  console.error(`The server could not be started: ${error.message}`)
  process.exitCode = 1
})
server.on('exit', (code) => {
  process.exitCode = code ?? 1
})

/**
 * Forwards only the first signal. Ctrl-C arrives twice, from the terminal and from npm, and a second signal would force
 * the server to stop.
 */
function stop() {
  if (!stopping) server.kill('SIGTERM')
  stopping = true
}

/** Stops when npm was killed, which cannot forward a signal. This process then has another parent. */
function stopWithNpm() {
  if (!process.env['npm_lifecycle_event']) return
  const npm = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(watch)
    stop()
  }, 500)
  watch.unref()
}
