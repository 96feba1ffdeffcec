import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { testEnvironment } from '../../test/testing/test-environment.ts'
import {
  type ConnectionLimits,
  limitConnections,
  limitsFor,
  trustedProxies,
} from './connection-limits.ts'

let server: Server
let sockets: Socket[]

beforeEach(() => {
  sockets = []
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

async function listen(
  limits: ConnectionLimits,
  exempt: (address: string) => boolean = () => false,
): Promise<void> {
  server = createServer((_, response) => response.end('answered'))
  limitConnections(server, limits, exempt)
  await once(server.listen(0, '127.0.0.1'), 'listening')
}

/**
 * Opens a connection from this loopback address, which counts as a network of its own. Waits until the server has
 * accepted the connection.
 */
async function open(localAddress: string): Promise<Socket> {
  const { port } = server.address() as AddressInfo
  const accepted = once(server, 'connection')
  const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined)
  sockets.push(socket)
  await accepted
  return socket
}

/** Sends a request and returns whether a response arrives. */
async function isAnswered(socket: Socket): Promise<boolean> {
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  return new Promise((resolve) => {
    socket.once('data', () => resolve(true)).once('close', () => resolve(false))
  })
}

test('a network at its limit loses the connection that has been idle for longest, and no other network does', async () => {
  await listen({ inAll: 10, ofNetwork: 2 })
  const other = await open('127.0.0.3')
  const [first, second] = [await open('127.0.0.2'), await open('127.0.0.2')]
  const third = await open('127.0.0.2')
  expect(await isAnswered(first)).toBe(false)
  for (const socket of [second, third, other]) expect(await isAnswered(socket)).toBe(true)
})

test('at the total limit, a connection of the largest network is closed', async () => {
  await listen({ inAll: 4, ofNetwork: 4 })
  const flood = [await open('127.0.0.2'), await open('127.0.0.2'), await open('127.0.0.2')]
  const small = await open('127.0.0.3')
  const late = await open('127.0.0.4')
  expect(await Promise.all(flood.map(isAnswered))).toEqual([false, true, true])
  expect(await Promise.all([small, late].map(isAnswered))).toEqual([true, true])
})

test('a proxy may have any number of connections', async () => {
  await listen({ inAll: 10, ofNetwork: 1 }, (address) => address === '127.0.0.2')
  const proxied = [await open('127.0.0.2'), await open('127.0.0.2'), await open('127.0.0.2')]
  expect(await Promise.all(proxied.map(isAnswered))).toEqual([true, true, true])
})

describe('limits', () => {
  test.each([
    [Infinity, { inAll: 10_000, ofNetwork: 1024 }],
    [1024, { inAll: 896, ofNetwork: 448 }],
    [400, { inAll: 272, ofNetwork: 136 }],
    [64, { inAll: 16, ofNetwork: 8 }],
  ])('for %s descriptors', (descriptors, limits) => {
    expect(limitsFor(descriptors)).toEqual(limits)
  })

  test.each([
    ['', '127.0.0.1', false],
    ['1', '203.0.113.1', true],
    ['10.0.0.0/8,2001:db8::1', '10.1.2.3', true],
    ['10.0.0.0/8,2001:db8::1', '2001:db8::1', true],
    ['10.0.0.0/8,2001:db8::1', '192.0.2.1', false],
  ])('TRUST_PROXY=%s and %s: exempt is %s', (trusted, address, exempt) => {
    const env = { ...testEnvironment(1, 'postgres://localhost/x'), TRUST_PROXY: trusted }
    expect(trustedProxies(readConfig(env))(address)).toBe(exempt)
  })
})
