import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe } from 'vitest'
import { hasPreviousRelease } from './previous-release.ts'

/** Environment variable, set by `.ci/run`. Tests with missing requirements then fail instead of being skipped. */
const REQUIRE_ALL_TESTS = 'REQUIRE_ALL_TESTS'

const DEBIAN_VERSIONS = '/usr/lib/postgresql'

/** Checks of the machine's requirements. Each returns the message if the requirement is missing. */
const needs = {
  'debian-postgres': () =>
    findDebianPostgres() ? undefined : `needs PostgreSQL from Debian (apt-get install postgresql)`,
  root: () =>
    process.platform === 'linux' && process.getuid?.() === 0
      ? undefined
      : 'needs root on Linux, to run programs as another user',
  prlimit: () =>
    existsSync('/usr/bin/prlimit') ? undefined : 'needs prlimit (util-linux), to limit a process',
  haproxy: () =>
    existsSync('/usr/sbin/haproxy') ? undefined : 'needs HAProxy (apt-get install haproxy)',
  nginx: () =>
    existsSync('/usr/sbin/nginx') ? undefined : 'needs nginx (apt-get install nginx-light)',
  'systemd-analyze': () =>
    existsSync('/usr/bin/systemd-analyze') ? undefined : 'needs systemd-analyze (systemd)',
  'previous-release': () =>
    hasPreviousRelease() ? undefined : 'needs the Git history, with the previous release',
  promtool: () =>
    existsSync('/usr/bin/promtool')
      ? undefined
      : 'needs promtool from Debian (apt-get install prometheus)',
  pgbouncer: () =>
    existsSync('/usr/sbin/pgbouncer') && process.getuid?.() === 0
      ? undefined
      : 'needs root and pgbouncer from Debian (apt-get install pgbouncer)',
} satisfies Record<string, () => string | undefined>

/**
 * Declares tests with a requirement on the machine. Without it they are skipped and the reason is printed; with
 * REQUIRE_ALL_TESTS the file fails, unless they are optional.
 */
export function describeWith(
  need: keyof typeof needs,
  title: string,
  options: { timeout: number; optional?: boolean },
  body: () => void,
): void {
  const missing = needs[need]()
  if (missing === undefined) {
    describe(title, { timeout: options.timeout }, body)
    return
  }
  if (process.env[REQUIRE_ALL_TESTS] && !options.optional) throw new Error(`"${title}" ${missing}.`)
  // The reporter does not list the tests of a skipped file.
  process.stderr.write(`Skipped: "${title}" ${missing}.\n`)
  describe.skip(title, { timeout: options.timeout }, body)
}

/** Returns the program folder of the newest PostgreSQL installed from Debian packages. */
export function debianPostgres(): string {
  const found = findDebianPostgres()
  if (!found) throw new Error(`There is no PostgreSQL in ${DEBIAN_VERSIONS}.`)
  return found
}

function findDebianPostgres(): string | undefined {
  if (!existsSync(DEBIAN_VERSIONS)) return undefined
  const newestFirst = readdirSync(DEBIAN_VERSIONS).sort((a, b) => Number(b) - Number(a))
  const programs = ['initdb', 'postgres', 'pg_dump', 'pg_restore']
  return newestFirst
    .map((version) => join(DEBIAN_VERSIONS, version))
    .find((folder) => programs.every((program) => existsSync(join(folder, 'bin', program))))
}
