import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// This file runs before packages are installed, on Node 20 or later, so it may import only built-in modules.

/** Root folder of the project. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

/** The pinned Node, which npm installs. */
export const NODE = join(ROOT, 'node_modules', '.bin', 'node')

/** Folder of the programs that npm installs. */
export const PROGRAMS = join(ROOT, 'node_modules', '.bin')

/** Returns the environment with the pinned Node and the project's programs first in PATH. */
export function projectEnv() {
  return { ...process.env, PATH: [PROGRAMS, process.env['PATH']].join(delimiter) }
}

/** Installs the packages of package-lock.json unless all are present. */
export function ensureInstalled() {
  if (isInstalled()) return
  console.log('Installing the packages with npm ci (about a minute)…')
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: ROOT,
    env: installEnv(),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (npm.signal) process.exit(130)
  if (npm.error) fail(`npm could not be run: ${npm.error.message}`)
  if (npm.status !== 0) fail('npm ci failed, see above. Run the same command to try again.')
  if (!isInstalled())
    fail('npm ci succeeded, but packages are missing. See npm install-scripts ls.')
}

/**
 * Compares node_modules/.package-lock.json with package-lock.json. npm writes that file last, so after an interrupted
 * install it is missing or old. Also checks the pinned Node, which an install script downloads.
 */
function isInstalled() {
  const installed = packagesOf(join(ROOT, 'node_modules', '.package-lock.json'))
  const expected = packagesOf(join(ROOT, 'package-lock.json'))
  if (!installed || !expected) return false
  const complete = Object.entries(expected).every(([path, { version, optional }]) => {
    if (path === '') return true
    // Optional packages for other platforms are not installed.
    return installed[path] ? installed[path].version === version : optional === true
  })
  if (!complete) return false
  const node = spawnSync(NODE, ['--version'], { encoding: 'utf8' })
  return node.stdout?.trim() === `v${expected['node_modules/node'].version}`
}

/** Returns the packages of a lock file; undefined if it is missing or incomplete. */
function packagesOf(file) {
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function installEnv() {
  // npm ci replaces node_modules, so it must not run on the Node in it.
  const path = (process.env['PATH'] ?? '').split(delimiter)
  const env = { ...process.env, PATH: path.filter((entry) => entry !== PROGRAMS).join(delimiter) }
  // npm's cache is below the home folder, which may not be writable.
  if (!canWriteHome())
    env['npm_config_cache'] = join(tmpdir(), `portaria-npm-${process.getuid?.() ?? ''}`)
  return env
}

function canWriteHome() {
  if (process.env['npm_config_cache'] && isWritable(process.env['npm_config_cache'])) return true
  return isWritable(join(homedir(), '.npm'))
}

function isWritable(folder) {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    // On any error, another folder is used.
    return false
  }
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
