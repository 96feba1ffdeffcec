import { expect, test } from 'vitest'
import { production } from '../../test/testing/production-environment.ts'
import { describeUnknown, findUnknownVariables } from './unknown-variables.ts'

const found = (...names: string[]) =>
  findUnknownVariables(Object.fromEntries(names.map((name) => [name, 'x']))).map(describeUnknown)

test.each([
  ['PUBLIC_ULR', 'PUBLIC_URL'],
  ['SMTP_HOTS', undefined],
  ['SMTP_HOST', undefined],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['public_url', 'PUBLIC_URL'],
  ['PORTARIA_URL', undefined],
  ['PROT', 'PORT'],
  ['OTEL_EXPORTER_OTLP_ENDPONT', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', undefined],
])('%s is reported, with %s as the similar name', (name, similar) => {
  const hint = similar === undefined ? '' : `; did you mean ${similar}?`
  expect(found(name)).toEqual([`${name} is not a variable of Portaria${hint}`])
})

test('variables of the product, of the system and of Kubernetes are not reported', () => {
  expect(found(...Object.keys(production))).toEqual([])
  expect(found('PATH', 'HOME', 'HOSTNAME', 'LANG', 'MAIL', 'USER', 'SHELL', 'PWD', 'TERM')).toEqual(
    [],
  )
  expect(found('NODE_ENV', 'NODE_OPTIONS', 'http_proxy', 'MALLOC_ARENA_MAX', 'PGHOST')).toEqual([])
  expect(found('SMTP_SERVICE_HOST', 'PORTARIA_PORT', 'DATABASE_PORT_5432_TCP_ADDR')).toEqual([])
})
