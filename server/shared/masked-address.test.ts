import { expect, test } from 'vitest'
import { maskAddress, secretsIn } from './masked-address.ts'

test.each([
  ['postgres://role:segredo@host/db', 'postgres://role:…@host/db', ['segredo']],
  ['postgres://role:a%40b@host/db', 'postgres://role:…@host/db', ['a%40b', 'a@b']],
  ['postgres://role:se/cre@to@host/db', 'postgres://role:…@host/db', ['se/cre@to']],
  [
    'postgres://role@one,two/db?sslmode=require&password=a%20b+c&sslkey=/k.pem',
    'postgres://role@one,two/db?sslmode=require&password=…&sslkey=/k.pem',
    ['a%20b+c', 'a b+c', 'a b c'],
  ],
  [
    'https://sms.example/send?api_key=um&to=dois&access_token=tres#fim',
    'https://sms.example/send?api_key=…&to=dois&access_token=…#fim',
    ['um', 'tres'],
  ],
  ['postgres://r:um@host/db?options=a@b', 'postgres://r:…@b', ['um', 'um@host/db?options=a']],
  ['postgres://role@host/db', 'postgres://role@host/db', []],
])('the secrets of %s are found and masked', (address, masked, secrets) => {
  expect(maskAddress(address)).toBe(masked)
  expect([...new Set(secretsIn(address))]).toEqual(secrets)
})
