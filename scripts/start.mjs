import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build } from './build.mjs'
import { ensureInstalled, NODE, projectEnv, ROOT } from './ensure-installed.mjs'

/** What keeps the server small and hashing fast; import attributes are too new for the Node of some machines. */
const serverEnvironment = createRequire(import.meta.url)('./server-environment.json')

ensureInstalled()
if (!build()) {
  console.error('It could not be built, see above.')
  process.exit(1)
}

const server = spawn(NODE, [join(ROOT, 'dist', 'server', 'main.mjs')], {
  cwd: ROOT,
  env: { ...serverEnvironment, ...projectEnv(), DEMO: process.env['DEMO'] ?? '1' },
  // The channel carries no messages: when this process is killed it closes, and the server stops.
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  // In a group of its own, so that Ctrl-C reaches it once, through here, and not twice.
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

/** Once: Ctrl-C comes from the terminal and again from npm, and a second signal means impatience. */
function stop() {
  if (!stopping) server.kill('SIGTERM')
  stopping = true
}

/** A killed npm can pass no signal on; that its child has a new parent tells. */
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
