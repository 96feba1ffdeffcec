import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:0:7:1:2:3:4', '2001:db8:0:7::/64'],
  ['2001:DB8:0:07::1', '2001:db8:0:7::/64'],
  ['2001:db8::1', '2001:db8::/64'],
  ['2001:db8:1::', '2001:db8:1::/64'],
  ['2001:db8:a:b:c:d:e:f', '2001:db8:a:b::/64'],
  ['2001:db8:1::a:b:c:d', '2001:db8:1::/64'],
  ['::a:b:c:d:e', '0:0:0:a::/64'],
  ['::1', '::/64'],
  ['::', '::/64'],
])('%s belongs to the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
