import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled, PROGRAMS, projectEnv, ROOT } from './ensure-installed.mjs'

/** Builds and their sources. A successful build leaves an empty marker file, whose time is the start of the build. */
const BUILDS = [
  {
    name: 'web',
    config: 'vite.config.ts',
    files: ['index.html', 'auth.html', 'captcha.html'],
    sources: ['web', 'contract', 'scripts'],
  },
  {
    name: 'server',
    config: 'vite.server.config.ts',
    files: ['main.mjs', 'product-folder.mjs', 'start.mjs'],
    sources: ['server', 'contract', 'database', 'scripts'],
  },
]

/** Builds web and server if their sources are newer. Returns whether both builds succeeded or were up to date. */
export function build() {
  return BUILDS.every(buildOne)
}

function buildOne({ name, config, files, sources }) {
  const folder = join(ROOT, 'dist', name)
  const ended = `${folder}.built`
  const made = [...sources, config, 'package-lock.json'].map((source) => newest(join(ROOT, source)))
  const complete = files.every((file) => existsSync(join(folder, file)))
  if (complete && newest(ended) > Math.max(...made)) return true
  console.log(`Building the ${name}…`)
  rmSync(ended, { force: true })
  const began = new Date()
  const vite = spawnSync(
    join(PROGRAMS, 'vite'),
    ['build', '--config', config, '--logLevel', 'warn'],
    {
      cwd: ROOT,
      // Vite would otherwise take the caller's, which is `test` in tests, and include React's development code.
      env: { ...projectEnv(), NODE_ENV: 'production' },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  if (vite.error) console.error(`Vite could not be run: ${vite.error.message}`)
  if (vite.status !== 0) return false
  writeFileSync(ended, '')
  // The marker gets the time of the start, because the build may lack later changes.
  utimesSync(ended, began, began)
  return true
}

/** Returns the time of the last change at or below a path. Includes the times of folders, which removals change. */
function newest(path) {
  if (!existsSync(path)) return 0
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

// Run as `npm run build`; does nothing when imported.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureInstalled()
  if (!build()) process.exitCode = 1
}
