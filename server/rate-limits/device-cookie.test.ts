import { expect, test } from 'vitest'
import { Keyring } from '../secrets/keyring.ts'
import { DeviceCookie } from './device-cookie.ts'

const keyring = (byte: number) => new Keyring([{ id: 'test', key: Buffer.alloc(32, byte) }])
const devices = new DeviceCookie('https://acesso.example', keyring(1))
const ana = 'ana@operadora.example'

/** Returns the cookie that the browser sends back. */
const sent = (header: string): string => header.split(';', 1)[0] ?? ''

test('the device cookie lasts half a year and is limited to this host', () => {
  const header = devices.issue(ana)
  expect(header).toMatch(
    /^__Host-portaria-device=[\w-]{43}\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=15552000; Secure$/,
  )
  const device = devices.read(sent(header), ana)
  expect(device).toHaveLength(16)
  expect(sent(header)).toContain(`=${device}`)
  expect(devices.read(`other=1; ${sent(header)}`, ana)).toBe(device)
})

test('each browser has its own device id', () => {
  expect(devices.read(sent(devices.issue(ana)), ana)).not.toBe(
    devices.read(sent(devices.issue(ana)), ana),
  )
})

test('a device cookie of another account, another installation, changed or missing is refused', () => {
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

test('a device cookie is accepted under every key of the installation', () => {
  const keys = [1, 2].map((byte) => ({ id: `k${byte}`, key: Buffer.alloc(32, byte) }))
  const [before, after] = [keys, keys.toReversed()].map(
    (order) => new DeviceCookie('https://acesso.example', new Keyring(order)),
  )
  const cookie = sent(before?.issue(ana) ?? '')
  expect(after?.read(cookie, ana)).toHaveLength(16)
})
