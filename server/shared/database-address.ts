import { accessSync, constants } from 'node:fs'

const shape = /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#@]*)([^?#]*)(?:\?([^#]*))?/
/** Values of `sslmode` that encrypt. All of them verify certificate and host name, except with DATABASE_TLS=unverified. */
const encrypted = ['allow', 'prefer', 'require', 'verify-ca', 'verify-full']
/** Parameters that the driver or libpq would use instead of what is before the question mark, and its place there. */
const misplaced: Readonly<Record<string, string>> = {
  host: 'host',
  hostaddr: 'host',
  port: 'port',
  user: 'user',
  password: 'password',
  dbname: 'database',
  database: 'database',
}
const files = ['sslrootcert', 'sslcert', 'sslkey']

/** Returns an address for each host of a PostgreSQL address, in order. Most addresses have one host. */
export function hostAddresses(address: string): string[] {
  const [, scheme = '', user = '', hosts = '', path = '', query] = shape.exec(address) ?? []
  const rest = `${path}${query === undefined ? '' : `?${query}`}`
  return hosts.split(',').map((host) => `${scheme}${user}${host}${rest}`)
}

/** Role of the server that connections must lead to. */
export type TargetRole = 'primary' | 'standby'

/**
 * Returns the role that an address asks for; undefined if any server will do. If an address has several hosts, only the
 * role tells which of them to use.
 */
export function targetRoleOf(address: string): TargetRole | undefined {
  if (/[?&]target_session_attrs=standby(&|$)/.test(address)) return 'standby'
  const asked = /[?&]target_session_attrs=(read-write|primary)(&|$)/.test(address)
  return asked || hostAddresses(address).length > 1 ? 'primary' : undefined
}

/**
 * Reads the address of a PostgreSQL server from an environment variable. In the result, `sslmode` is `verify-full`,
 * `no-verify`, `disable` or absent, so that the driver cannot interpret it differently. The address of a standby has
 * `target_session_attrs=standby`. Errors name the variable and don't quote the address, since it may contain a password.
 */
export function readDatabaseAddress(
  env: NodeJS.ProcessEnv,
  name: string,
  role: TargetRole = 'primary',
): string | undefined {
  const value = env[name] || undefined
  if (value === undefined) return undefined
  if (!/^postgres(ql)?:\/\/./.test(value))
    throw new Error(`${name} must begin with postgres:// or postgresql://.`)
  const addresses = hostAddresses(value)
  const several = addresses.length > 1
  if (!addresses.every((one) => URL.canParse(one) && !(several && new URL(one).hostname === '')))
    throw new Error(
      `${name} must be like postgres://user:password@host:5432/database, or with several hosts like postgres://user:password@one:5432,two:5432/database. Write @ : / ? # % , in a password as %40 %3A %2F %3F %23 %25 %2C.`,
    )
  const [, scheme = '', user = '', hosts = '', path = '', query = ''] = shape.exec(value) ?? []
  const settings = new URLSearchParams(query)
  for (const [parameter, part] of Object.entries(misplaced))
    if (settings.has(parameter))
      throw new Error(
        `${name} has ${parameter}= after the question mark: write the ${part} before it, as in postgres://user:password@host:5432/database. For a Unix socket, the host is its folder, with %2F for each slash.`,
      )
  checkTarget(name, settings, { role, several })
  for (const setting of files) requireReadable(name, setting, settings.get(setting))
  const mode = readTls(env, name, settings)
  for (const setting of ['ssl', 'sslmode', 'uselibpqcompat']) settings.delete(setting)
  if (mode !== undefined) settings.set('sslmode', mode)
  const search = settings.toString()
  return `${scheme}${user}${hosts}${path}${search && `?${search}`}`
}

/** Checks `target_session_attrs`, and sets it for a standby. */
function checkTarget(
  name: string,
  settings: URLSearchParams,
  { role, several }: { role: TargetRole; several: boolean },
): void {
  const attributes = settings.get('target_session_attrs')
  if (role === 'standby') {
    if (
      attributes !== null &&
      !['standby', 'prefer-standby', 'read-only', 'any'].includes(attributes)
    )
      throw new Error(
        `${name} has target_session_attrs=${attributes}: only standby is possible, because reads go to the primary by DATABASE_URL.`,
      )
    settings.set('target_session_attrs', 'standby')
    return
  }
  const possible = ['read-write', 'primary', ...(several ? [] : ['any'])]
  if (attributes !== null && !possible.includes(attributes))
    throw new Error(
      `${name} has target_session_attrs=${attributes}: only read-write is possible, because the server writes.`,
    )
}

/** Returns the mode for the driver. A mode that does not verify the server requires `DATABASE_TLS=unverified`. */
function readTls(
  env: NodeJS.ProcessEnv,
  name: string,
  settings: URLSearchParams,
): string | undefined {
  const choice = env['DATABASE_TLS'] || 'verified'
  if (!['verified', 'unverified'].includes(choice))
    throw new Error(`DATABASE_TLS must be verified or unverified, not "${choice}".`)
  const unverified = choice === 'unverified'
  const mode =
    settings.get('sslmode') ?? sslModeOf(settings.get('ssl')) ?? (env['PGSSLMODE'] || undefined)
  if (mode === undefined) {
    if (unverified)
      throw new Error(
        `DATABASE_TLS=unverified needs sslmode=require in ${name}: without it, the connection is not encrypted at all.`,
      )
    return undefined
  }
  if (mode === 'disable') return mode
  if (mode === 'no-verify' && !unverified)
    throw new Error(
      `${name} has sslmode=no-verify, which accepts any server that answers: use sslmode=require, which verifies the certificate here (sslrootcert=FILE names the authority that signed it), or set DATABASE_TLS=unverified to accept the risk.`,
    )
  if (mode !== 'no-verify' && !encrypted.includes(mode))
    throw new Error(`${name} has sslmode=${mode}: it must be require, verify-full or disable.`)
  return unverified && !mode.startsWith('verify') ? 'no-verify' : 'verify-full'
}

/** Converts the driver's own parameter `ssl` to `sslmode`. */
function sslModeOf(value: string | null): string | undefined {
  if (value === null) return undefined
  if (value === 'no-verify') return value
  return value === '0' || value === 'false' ? 'disable' : 'require'
}

function requireReadable(name: string, setting: string, file: string | null): void {
  if (file === null) return
  try {
    accessSync(file, constants.R_OK)
  } catch {
    throw new Error(`${name} names the file ${file} in ${setting}, which cannot be read.`)
  }
}
