import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { hostAddresses, readDatabaseAddress, targetRoleOf } from './database-address.ts'

const read = (address: string, env: Record<string, string> = {}) =>
  readDatabaseAddress({ DATABASE_URL: address, ...env }, 'DATABASE_URL')
const unverified = { DATABASE_TLS: 'unverified' }
const d = 'postgres://database/db'

describe('the TLS mode of an address', () => {
  test.each([
    [d, {}, d],
    [`${d}?sslmode=disable`, {}, `${d}?sslmode=disable`],
    [`${d}?sslmode=require`, {}, `${d}?sslmode=verify-full`],
    [`${d}?sslmode=prefer&uselibpqcompat=true`, {}, `${d}?sslmode=verify-full`],
    [`${d}?ssl=true`, {}, `${d}?sslmode=verify-full`],
    [d, { PGSSLMODE: 'require' }, `${d}?sslmode=verify-full`],
    [`${d}?sslmode=require`, unverified, `${d}?sslmode=no-verify`],
    [`${d}?ssl=no-verify`, unverified, `${d}?sslmode=no-verify`],
    [`${d}?sslmode=verify-full`, unverified, `${d}?sslmode=verify-full`],
  ])('of %s with %o', (address, env, result) => {
    expect(read(address, env)).toBe(result)
  })

  test.each([
    [`${d}?sslmode=no-verify`, {}, /^DATABASE_URL has sslmode=no-verify.*DATABASE_TLS=unverified/],
    [`${d}?ssl=no-verify`, {}, /^DATABASE_URL has sslmode=no-verify/],
    [d, { PGSSLMODE: 'no-verify' }, /^DATABASE_URL has sslmode=no-verify/],
    [`${d}?sslmode=required`, {}, /^DATABASE_URL has sslmode=required: it must be/],
    [d, unverified, /^DATABASE_TLS=unverified needs sslmode=require in DATABASE_URL/],
    [d, { DATABASE_TLS: 'off' }, /^DATABASE_TLS must be verified or unverified/],
    [`${d}?sslmode=require&sslrootcert=/no/ca.pem`, {}, /names the file \/no\/ca.pem in sslrootc/],
  ])('is refused for %s with %o', (address, env, sentence) => {
    expect(() => read(address, env)).toThrow(sentence)
  })
})

describe('an address with a query', () => {
  test.each(['host=/run', 'hostaddr=::1', 'port=1', 'user=x', 'password=segredo', 'dbname=y'])(
    'is refused with %s, naming variable and parameter, without showing the value',
    (parameter) => {
      const [name, value = ''] = parameter.split('=')
      const address = `${d}?application_name=a&${parameter}`
      expect(() => read(address)).toThrow(
        new RegExp(`^DATABASE_URL has ${name}= after the question mark: write the `),
      )
      expect(() => read(address)).not.toThrow(new RegExp(`=${value}|segredo`))
    },
  )

  test('may name the folder of a Unix socket as its host', () => {
    const socket = 'postgres://role@%2Fvar%2Frun%2Fpostgresql/db'
    expect(read(socket)).toBe(socket)
    expect(new pg.Client(socket).host).toBe('/var/run/postgresql')
  })
})

describe('an address with several hosts', () => {
  const two = 'postgres://role:a%40b@one:5433,[::1]/db?target_session_attrs=read-write'

  test('has an address for each of them', () => {
    expect(read(two)).toBe(two)
    expect(hostAddresses(two)).toEqual([
      'postgres://role:a%40b@one:5433/db?target_session_attrs=read-write',
      'postgres://role:a%40b@[::1]/db?target_session_attrs=read-write',
    ])
  })

  test('leads to the primary, as does target_session_attrs', () => {
    expect([two, `${d}?target_session_attrs=primary`, d].map(targetRoleOf)).toEqual([
      'primary',
      'primary',
      undefined,
    ])
  })

  test.each([
    'postgres://one,/db',
    'postgres://one:x,two/db',
    'postgres://role:se/cret@one,two/db',
    'postgres://role:se cret@on e/db',
  ])('is refused as %s, without showing a password', (address) => {
    expect(() => read(address)).toThrow(/^DATABASE_URL must be like postgres:/)
    expect(() => read(address)).not.toThrow(/cret/)
  })

  test.each(['any', 'standby', 'prefer-standby'])('cannot ask for %s', (attributes) => {
    expect(() => read(`postgres://one,two/db?target_session_attrs=${attributes}`)).toThrow(
      /^DATABASE_URL has target_session_attrs=.*: only read-write/,
    )
  })
})
