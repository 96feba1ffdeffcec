import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

test.each([
  ['2001:db8:0:7::1', '2001:db8:0:7::/64'],
  ['2001:0DB8:0000:0007:ffff:ffff:ffff:ffff', '2001:db8:0:7::/64'],
  ['2001:db8::7', '2001:db8:0:0::/64'],
  ['2001:db8:a:b:c:d:e:f', '2001:db8:a:b::/64'],
  ['2001:db8:1::a:b:c:d', '2001:db8:1:0::/64'],
  ['2001:db8::a:b:c:d', '2001:db8:0:0::/64'],
  ['::a:b:c:d:e', '0:0:0:a::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('the network of %s is %s, however it is written', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each(['::ffff:192.0.2.1', '::FFFF:192.0.2.1', '192.0.2.1'])(
  '%s is an IPv4 address, and its own network',
  (address) => {
    expect(networkOf(address)).toBe('192.0.2.1')
  },
)

test.each(['', 'unknown'])('%j is no address, and comes back as it is', (text) => {
  expect(networkOf(text)).toBe(text)
})
