import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// This file runs before anything is installed, on any Node from 20 on: it uses nothing but Node.

/** The project's folder. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

/** The Node that the project is written for, which npm installs. */
export const NODE = join(ROOT, 'node_modules', '.bin', 'node')

/** Where npm puts the project's programs. */
export const PROGRAMS = join(ROOT, 'node_modules', '.bin')

/** The environment in which the pinned Node and the project's programs are found first. */
export function projectEnv() {
  return { ...process.env, PATH: [PROGRAMS, process.env['PATH']].join(delimiter) }
}

/** Installs what package-lock.json names, unless it is all there already. */
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
    fail('npm ci ended well, but not everything is there. See npm install-scripts ls.')
}

/**
 * npm writes node_modules/.package-lock.json last, with what it installed; an interrupted install
 * leaves none, or an old one. The pinned Node comes from an install script and is tried as well.
 */
function isInstalled() {
  const installed = packagesOf(join(ROOT, 'node_modules', '.package-lock.json'))
  const wanted = packagesOf(join(ROOT, 'package-lock.json'))
  if (!installed || !wanted) return false
  const complete = Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true
    // Optional packages for other kinds of machine are left out.
    return installed[path] ? installed[path].version === version : optional === true
  })
  if (!complete) return false
  const node = spawnSync(NODE, ['--version'], { encoding: 'utf8' })
  return node.stdout?.trim() === `v${wanted['node_modules/node'].version}`
}

/** The packages of a lock file; undefined when it is missing or half written. */
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
  // npm ci replaces node_modules, so it must not run on the Node that is in there.
  const path = (process.env['PATH'] ?? '').split(delimiter)
  const env = { ...process.env, PATH: path.filter((entry) => entry !== PROGRAMS).join(delimiter) }
  // npm keeps what it downloads below the home folder, which may be closed to this user.
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
    // Whatever the reason, the answer is the same: another folder is used.
    return false
  }
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
