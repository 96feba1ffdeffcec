/** Requests and connections that the proxy configurations of deploy/ block. */
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '../../test/testing/free-port.ts'
import { describeWith } from '../../test/testing/machine-needs.ts'
import { ProxyProcess } from '../../test/testing/proxy-process.ts'

const deploy = join(import.meta.dirname, '../../deploy')
const hidden = ['/metrics', '/metrics/', '/%6detrics', '/metrics?format=text']

let folder: string
let upstream: Server
let upstreamAddress: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portaria-proxies-'))
  upstream = createServer(({ headers }, response) => response.end(JSON.stringify(headers)))
  upstream.listen(0, '127.0.0.1')
  await once(upstream, 'listening')
  upstreamAddress = `127.0.0.1:${(upstream.address() as AddressInfo).port}`
})
afterAll(async () => {
  upstream.closeAllConnections()
  upstream.close()
  await rm(folder, { recursive: true })
})

/**
 * Sends only the beginning of a large request body, and returns the status line. A proxy that waits for the whole body
 * stores it, so a client could fill its disk.
 */
async function statusOfUnfinished(port: number): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' })
  try {
    socket.write('POST /api/users HTTP/1.1\r\nhost: a\r\ncontent-length: 1000000000\r\n\r\n')
    socket.write('x'.repeat(100_000))
    const [begin] = (await once(socket, 'data', { signal: AbortSignal.timeout(5000) })) as [Buffer]
    return begin.toString().split('\r\n')[0] ?? ''
  } finally {
    socket.destroy()
  }
}

const statusOf = async (port: number, path: string) =>
  (await fetch(`http://127.0.0.1:${port}${path}`)).status

/** Returns the address headers that reach the server when a client claims another address. */
async function forwardedFor(port: number) {
  const claim = { 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.7' }
  const answer = await fetch(`http://127.0.0.1:${port}/auth`, { headers: claim })
  const { 'x-forwarded-for': address, forwarded } = (await answer.json()) as IncomingHttpHeaders
  return { address, forwarded }
}

describeWith('haproxy', 'HAProxy', { timeout: 30_000, optional: true }, () => {
  async function start() {
    const [port, redirecting] = [await findFreePort(), await findFreePort()]
    const proxy = await ProxyProcess.start(['haproxy', '-db', '-f'], {
      folder,
      port,
      config: await readFile(join(deploy, 'haproxy.cfg'), 'utf8'),
      replacements: {
        'bind :80\n': `bind 127.0.0.1:${redirecting}\n`,
        'bind :443 ssl crt /etc/haproxy/portaria.pem': `bind 127.0.0.1:${port}`,
        '127.0.0.1:3000': upstreamAddress,
        '127.0.0.1:3010': upstreamAddress,
      },
    })
    return { proxy, port, redirecting }
  }

  test('does not forward /metrics, however the path is written', async () => {
    const { proxy, port } = await start()
    try {
      expect(await statusOf(port, '/auth')).toBe(200)
      for (const path of hidden) expect([path, await statusOf(port, path)]).toEqual([path, 404])
    } finally {
      await proxy.stop()
    }
  })

  test('forwards a request before its body is complete', async () => {
    const { proxy, port } = await start()
    try {
      expect(await statusOfUnfinished(port)).toBe('HTTP/1.1 200 OK')
    } finally {
      await proxy.stop()
    }
  })

  test('replaces the address that a client claims', async () => {
    const { proxy, port } = await start()
    try {
      expect(await forwardedFor(port)).toEqual({ address: '127.0.0.1', forwarded: undefined })
    } finally {
      await proxy.stop()
    }
  })

  test('accepts 100 connections of a client over both ports together', async () => {
    const { proxy, port, redirecting } = await start()
    const open = (to: number) => connect({ port: to, host: '127.0.0.1', localAddress: '127.0.0.2' })
    const sockets = Array.from({ length: 240 }, (_, n) => open(n % 2 === 0 ? port : redirecting))
    let closed = 0
    for (const socket of sockets)
      socket.on('error', () => undefined).on('close', () => (closed += 1))
    try {
      await expect.poll(() => closed, { timeout: 10_000 }).toBe(140)
      expect(await statusOf(port, '/auth')).toBe(200)
    } finally {
      for (const socket of sockets) socket.destroy()
      await proxy.stop()
    }
  })
})

describeWith('nginx', 'nginx', { timeout: 30_000, optional: true }, () => {
  async function start() {
    const port = await findFreePort()
    const proxy = await ProxyProcess.start(['nginx', '-g', 'daemon off;', '-c'], {
      folder,
      port,
      config: await readFile(join(deploy, 'nginx.conf'), 'utf8'),
      replacements: {
        'listen 80;': `listen 127.0.0.1:${await findFreePort()};`,
        'listen 443 ssl http2;': `listen 127.0.0.1:${port};`,
        'ssl_certificate /etc/nginx/portaria.crt;': '',
        'ssl_certificate_key /etc/nginx/portaria.key;': '',
        '/run/nginx.pid': join(folder, 'nginx.pid'),
        '127.0.0.1:3000': upstreamAddress,
        '127.0.0.1:3010': upstreamAddress,
      },
    })
    return { proxy, port }
  }

  test('replaces the address that a client claims', async () => {
    const { proxy, port } = await start()
    try {
      expect(await forwardedFor(port)).toEqual({ address: '127.0.0.1', forwarded: undefined })
    } finally {
      await proxy.stop()
    }
  })

  test('does not forward /metrics, however the path is written', async () => {
    const { proxy, port } = await start()
    try {
      expect(await statusOf(port, '/auth')).toBe(200)
      for (const path of hidden) expect([path, await statusOf(port, path)]).toEqual([path, 404])
    } finally {
      await proxy.stop()
    }
  })

  test('forwards a request before its body is complete', async () => {
    const { proxy, port } = await start()
    try {
      expect(await statusOfUnfinished(port)).toBe('HTTP/1.1 200 OK')
    } finally {
      await proxy.stop()
    }
  })
})
