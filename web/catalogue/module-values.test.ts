import { expect, it } from 'vitest'
import type { Module } from '../../contract/modules.ts'
import { moduleValues, movesAddress, normalModule } from './module-values.ts'

it('a protocol typed in the url field is sent as the protocol', () => {
  const typed = { ...moduleValues(undefined), url: 'http://Nova.example/' }
  expect(normalModule(typed)).toMatchObject({ protocol: 'http://', url: 'nova.example' })
})

const module: Module = {
  id: 7,
  name: 'Tarifas',
  url: 'tarifas.example',
  protocol: 'https://',
  service_id: 1,
  is_enable_spid: false,
  status: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  version: 1,
  Service: { id: 1, name: 'Credenciamento' },
  secret_generated: false,
  logo: null,
}

it.each([
  ['the same address', { url: 'tarifas.example', protocol: 'https://' }, module, false],
  ['another host', { url: 'nova.example', protocol: 'https://' }, module, true],
  ['another protocol', { url: 'tarifas.example', protocol: 'http://' }, module, true],
  ['no address any more', { url: null, protocol: 'https://' }, module, true],
  ['a protocol without a url', { url: null, protocol: 'http://' }, { ...module, url: null }, false],
])('%s: whether a save moves the module', (_, sent, before, moves) => {
  expect(movesAddress(sent, before)).toBe(moves)
})
