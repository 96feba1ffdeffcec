import { expect, test } from 'vitest'
import { Keyring } from '../secrets/keyring.ts'
import { DeviceCookie } from './device-cookie.ts'

const keyring = (byte: number) => new Keyring([{ id: 'test', key: Buffer.alloc(32, byte) }])
const devices = new DeviceCookie('https://acesso.example', keyring(1))
const ana = 'ana@operadora.example'

/** What the browser sends back. */
const sent = (header: string): string => header.split(';', 1)[0] ?? ''

test('a browser is known again for half a year by a cookie of this host alone', () => {
  const header = devices.issue(ana)
  expect(header).toMatch(
    /^__Host-portaria-device=[\w-]{43}\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=15552000; Secure$/,
  )
  const device = devices.read(sent(header), ana)
  expect(device).toHaveLength(16)
  expect(sent(header)).toContain(`=${device}`)
  expect(devices.read(`other=1; ${sent(header)}`, ana)).toBe(device)
})

test('each browser is another device', () => {
  expect(devices.read(sent(devices.issue(ana)), ana)).not.toBe(
    devices.read(sent(devices.issue(ana)), ana),
  )
})

test('of another account, of another house, changed or missing it is no device', () => {
  const cookie = sent(devices.issue(ana))
  expect(devices.read(cookie, 'bia@operadora.example')).toBeUndefined()
  expect(new DeviceCookie('https://acesso.example', keyring(2)).read(cookie, ana)).toBeUndefined()
  expect(devices.read(cookie.replace('=', '=x'), ana)).toBeUndefined()
  expect(devices.read(`${cookie}x`, ana)).toBeUndefined()
  for (const none of [
    undefined,
    '',
    '__Host-portaria-device=',
    '__Host-portaria-device=abc',
    '__Host-portaria-device=.',
  ])
    expect(devices.read(none, ana)).toBeUndefined()
})
