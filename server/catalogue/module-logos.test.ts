import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoLogos } from '../../database/demo/demo-logos.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { pngImage } from '../../test/testing/png-image.ts'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient
let moduleId: number

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
  moduleId = (await app.build.module()).id
})
afterAll(() => app.close())

const put = (bytes: Buffer | string) =>
  admin.call('moduleLogoUpdate', {
    params: { id: String(moduleId) },
    body: { content: Buffer.from(bytes).toString('base64') },
  })
const refusal = async (bytes: Buffer | string) => (await put(bytes)).failure.fields?.['content']

/** Uploads an image and returns the response that serves it. */
async function served(bytes: Buffer | string) {
  const { logo } = (await put(bytes)).data
  return app.client.request('GET', logo)
}

/** Returns the start of a JPEG of this size: an application segment and the frame header. */
function jpeg(width: number, height: number): Buffer {
  const bytes = Buffer.from('ffd8ffe000040000ffffc0000b080000000001011100', 'hex')
  bytes.writeUInt16BE(height, 14)
  bytes.writeUInt16BE(width, 16)
  return bytes
}

function webp(length = 0): Buffer {
  const bytes = Buffer.alloc(30)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(22 + length, 4)
  bytes.write('WEBPVP8X', 8, 'latin1')
  bytes.writeUInt32LE(10, 16)
  return bytes
}

describe('PUT /module/{id}/logo', () => {
  test('accepts PNG, JPEG and WebP by content and serves them with headers that block scripts', async () => {
    for (const [bytes, type] of [
      [pngImage(64, 64), 'image/png'],
      [jpeg(640, 480), 'image/jpeg'],
      [webp(), 'image/webp'],
    ] as const) {
      const answer = await served(bytes)
      expect(answer.headers.get('content-type')).toBe(type)
      expect(answer.headers.get('content-security-policy')).toContain('sandbox')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test('appears in the module with a URL that changes with its content', async () => {
    const { logo } = (await put(pngImage(8, 8))).data
    expect(logo).toBe(`/api/module/${moduleId}/logo/${hash('sha256', pngImage(8, 8))}`)
    expect((await admin.call('moduleGet', { params: { id: String(moduleId) } })).data.logo).toBe(
      logo,
    )
    const next = (await put(pngImage(9, 9))).data.logo
    expect(next).not.toBe(logo)
    expect((await app.client.request('GET', logo)).status).toBe(404)
    const event = await lastEvent(app.db)
    expect(event).toMatchObject({
      event: 'module.logo-updated',
      target: `module:${moduleId}`,
      before: { digest: hash('sha256', pngImage(8, 8)) },
    })
  })

  test('accepts exactly 256 KB and refuses one byte more', async () => {
    const room = 262_144 - pngImage(8, 8).length
    expect((await put(pngImage(8, 8, room))).outcome).toBe('200')
    expect(await refusal(pngImage(8, 8, room + 1))).toBe('A imagem deve ter no máximo 256 KB.')
    const huge = { ...admin.who, body: JSON.stringify({ content: 'A'.repeat(400_000) }) }
    expect((await app.client.request('PUT', `/api/module/${moduleId}/logo`, huge)).outcome).toBe(
      '413 body-too-large',
    )
  })

  test.each<[string, Buffer | string, string]>([
    ['a GIF', 'GIF89a...........', 'A imagem deve ser PNG, JPEG ou WebP.'],
    [
      'a web page',
      '<!doctype html><html><script>1</script></html>',
      'A imagem deve ser PNG, JPEG ou WebP.',
    ],
    ['JavaScript', 'alert(1)', 'A imagem deve ser PNG, JPEG ou WebP.'],
    ['a PNG cut short', pngImage(8, 8).subarray(0, 40), 'A imagem está danificada.'],
    [
      'a PNG followed by a web page',
      Buffer.concat([pngImage(8, 8), Buffer.from('<script>1</script>')]),
      'A imagem está danificada.',
    ],
    ['a PNG without pixels', pngImage(0, 8), 'A imagem está danificada.'],
    [
      'a PNG of a thousand megapixels',
      pngImage(30_000, 30_000),
      'A imagem deve ter no máximo 4096 × 4096 pixels.',
    ],
    ['a WebP with a wrong length', webp(4), 'A imagem está danificada.'],
    ['a JPEG cut short', jpeg(8, 8).subarray(0, 12), 'A imagem está danificada.'],
    [
      'a JPEG without a frame header',
      Buffer.from([0xff, 0xd8, 0xff, 0xd9]),
      'A imagem está danificada.',
    ],
    ['a JPEG without pixels', jpeg(8, 0), 'A imagem está danificada.'],
    ['a JPEG of 4097 pixels', jpeg(4097, 8), 'A imagem deve ter no máximo 4096 × 4096 pixels.'],
    [
      'an SVG',
      '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>',
      'A imagem deve ser PNG, JPEG ou WebP.',
    ],
  ])('refuses %s', async (_, bytes, sentence) => {
    expect(await refusal(bytes)).toBe(sentence)
  })

  test('accepts the logos of the demo', async () => {
    for (const { content } of demoLogos(1, 5)) expect((await put(content)).outcome).toBe('200')
  })

  test('refuses what is not Base64', async () => {
    for (const content of ['%%%', 'abc', '']) {
      const answer = await admin.call('moduleLogoUpdate', {
        params: { id: String(moduleId) },
        body: { content },
      })
      expect(answer.outcome).toBe('400 invalid-input')
    }
  })

  test('is deleted', async () => {
    await put(pngImage(8, 8))
    const remove = () => admin.call('moduleLogoDelete', { params: { id: String(moduleId) } })
    expect((await remove()).outcome).toBe('200')
    expect(
      (await admin.call('moduleGet', { params: { id: String(moduleId) } })).data.logo,
    ).toBeNull()
    expect((await remove()).outcome).toBe('404 module-logo-not-found')
  })
})
