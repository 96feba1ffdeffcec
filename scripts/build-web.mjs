import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { PROGRAMS, projectEnv, ROOT } from './ensure-installed.mjs'

const SOURCES = ['web', 'contract', 'scripts', 'vite.config.ts', 'package-lock.json']

/** Builds the web unless dist/web is newer than everything it is made from; says whether it is there now. */
export function buildWeb() {
  // Vite writes this page last.
  const page = join(ROOT, 'dist', 'web', 'index.html')
  const built = existsSync(page) ? statSync(page).mtimeMs : 0
  if (built > Math.max(...SOURCES.map((source) => newest(join(ROOT, source))))) return true
  console.log('Building the web…')
  const vite = spawnSync(join(PROGRAMS, 'vite'), ['build', '--logLevel', 'warn'], {
    cwd: ROOT,
    env: projectEnv(),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return vite.status === 0
}

/** The time of the last change at or below a path; a folder's own time shows that a file was removed. */
function newest(path) {
  if (!existsSync(path)) return 0
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}
