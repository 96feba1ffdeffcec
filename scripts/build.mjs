import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { PROGRAMS, projectEnv, ROOT } from './ensure-installed.mjs'

/** What is built from what; `last` is what Vite writes last. */
const BUILDS = [
  {
    name: 'web',
    config: 'vite.config.ts',
    last: 'dist/web/index.html',
    sources: ['web', 'contract', 'scripts'],
  },
  {
    name: 'server',
    config: 'vite.server.config.ts',
    last: 'dist/server/main.mjs',
    sources: ['server', 'contract', 'database'],
  },
]

/** Builds the web and the server unless they are newer than everything they are made from; says whether they are there now. */
export function build() {
  return BUILDS.every(buildOne)
}

// `npm run build`; imported, on any Node from 20 on, it only lends the function.
if (import.meta.main && !build()) process.exitCode = 1

function buildOne({ name, config, last, sources }) {
  const built = newest(join(ROOT, last))
  const made = [...sources, config, 'package-lock.json'].map((source) => newest(join(ROOT, source)))
  if (built > Math.max(...made)) return true
  console.log(`Building the ${name}…`)
  const vite = spawnSync(
    join(PROGRAMS, 'vite'),
    ['build', '--config', config, '--logLevel', 'warn'],
    { cwd: ROOT, env: projectEnv(), stdio: ['ignore', 'inherit', 'inherit'] },
  )
  return vite.status === 0
}

/** The time of the last change at or below a path; a folder's own time shows that a file was removed. */
function newest(path) {
  if (!existsSync(path)) return 0
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}
