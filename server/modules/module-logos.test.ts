import { hash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoLogos } from '../../database/demo/demo-logos.ts'
import { lastEvent } from '../testing/last-event.ts'
import { administratorOf, type ConsoleClient } from '../testing/console-client.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

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

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

function png(width: number, height: number, extra = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0], 8)
  const pixels = deflateSync(Buffer.alloc(Math.min(height, 64) * (Math.min(width, 64) + 1)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
    extra,
  ])
}

function webp(length = 0): Buffer {
  const bytes = Buffer.alloc(30)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(22 + length, 4)
  bytes.write('WEBPVP8X', 8, 'latin1')
  bytes.writeUInt32LE(10, 16)
  return bytes
}

const svg = (inner: string, root = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${root}>${inner}</svg>`

describe('PUT /module/{id}/logo', () => {
  test('accepts PNG, WebP and SVG by content and serves them with headers that block scripts', async () => {
    for (const [bytes, type] of [
      [png(64, 64), 'image/png'],
      [webp(), 'image/webp'],
      [svg('<path d="M0 0h9v9z"/>'), 'image/svg+xml'],
    ] as const) {
      const answer = await served(bytes)
      expect(answer.headers.get('content-type')).toBe(type)
      expect(answer.headers.get('content-security-policy')).toContain('sandbox')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test('appears in the module with a URL that changes with its content', async () => {
    const { logo } = (await put(png(8, 8))).data
    expect(logo).toBe(`/api/module/${moduleId}/logo/${hash('sha256', png(8, 8))}`)
    expect((await admin.call('moduleGet', { params: { id: String(moduleId) } })).data.logo).toBe(
      logo,
    )
    const next = (await put(png(9, 9))).data.logo
    expect(next).not.toBe(logo)
    expect((await app.client.request('GET', logo)).status).toBe(404)
    const event = await lastEvent(app.db)
    expect(event).toMatchObject({
      event: 'module.logo-updated',
      target: `module:${moduleId}`,
      before: { digest: hash('sha256', png(8, 8)) },
    })
  })

  test('accepts exactly 256 KB and refuses one byte more', async () => {
    const shape = '<path d="M0 0"/>'
    const comment = (bytes: number): string => `<desc>${'x'.repeat(bytes)}</desc>`
    const empty = svg(shape + comment(0))
    const room = 262_144 - Buffer.byteLength(empty)
    // The rewritten SVG may be shorter, so the limit applies before and after.
    expect((await put(svg(shape + comment(room)))).outcome).toBe('200')
    expect(await refusal(svg(shape + comment(room + 1)))).toBe(
      'A imagem deve ter no máximo 256 KB.',
    )
    const huge = { ...admin.who, body: JSON.stringify({ content: 'A'.repeat(400_000) }) }
    expect((await app.client.request('PUT', `/api/module/${moduleId}/logo`, huge)).outcome).toBe(
      '413 body-too-large',
    )
  })

  test.each<[string, Buffer | string, string]>([
    ['a GIF', 'GIF89a...........', 'A imagem deve ser PNG, SVG ou WebP.'],
    [
      'a web page',
      '<!doctype html><html><script>1</script></html>',
      'A imagem deve ser PNG, SVG ou WebP.',
    ],
    ['JavaScript', 'alert(1)', 'A imagem deve ser PNG, SVG ou WebP.'],
    ['a PNG cut short', png(8, 8).subarray(0, 40), 'A imagem está danificada.'],
    [
      'a PNG followed by a web page',
      png(8, 8, Buffer.from('<script>1</script>')),
      'A imagem está danificada.',
    ],
    ['a PNG without pixels', png(0, 8), 'A imagem está danificada.'],
    [
      'a PNG of a thousand megapixels',
      png(30_000, 30_000),
      'A imagem deve ter no máximo 4096 × 4096 pixels.',
    ],
    ['a WebP with a wrong length', webp(4), 'A imagem está danificada.'],
    ['an unfinished SVG', svg('<g>'), 'O SVG está malformado.'],
    ['an SVG that is not XML', svg('<path d=1>'), 'O SVG está malformado.'],
    [
      'an SVG in UTF-16',
      Buffer.concat([Buffer.from('<svg>'), Buffer.from([0xff, 0xfe])]),
      'O SVG deve estar em UTF-8.',
    ],
    [
      'an SVG that declares another encoding',
      `<?xml version="1.0" encoding="UTF-7"?>${svg('')}`,
      'O SVG deve estar em UTF-8.',
    ],
    [
      'an SVG nested too deeply',
      svg('<g>'.repeat(100) + '</g>'.repeat(100)),
      'O SVG é complexo demais.',
    ],
    [
      'an SVG without its namespace',
      '<svg><path d="M0 0"/></svg>',
      'A imagem deve ser PNG, SVG ou WebP.',
    ],
  ])('refuses %s', async (_, bytes, sentence) => {
    expect(await refusal(bytes)).toBe(sentence)
  })

  const named = (name: string): string =>
    `O SVG não pode conter “${name}”. Exporte-o como SVG simples ou use PNG.`
  const link = 'xmlns:x="http://www.w3.org/1999/xlink"'

  test.each<[string, string, string]>([
    ['script', svg('<script>alert(1)</script>'), 'script'],
    [
      'script under a prefix',
      `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script/></s:svg>`,
      'script',
    ],
    ['a handler', svg('<path d="M0 0"/>', 'onload="alert(1)"'), 'onload'],
    ['a handler in upper case', svg('<path ONCLICK="alert(1)"/>'), 'ONCLICK'],
    [
      'foreignObject',
      svg('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'),
      'foreignObject',
    ],
    ['HTML inside', svg('<p xmlns="http://www.w3.org/1999/xhtml" id="x"/>'), 'p'],
    ['a link', svg('<a href="https://evil.example"><path d="M0 0"/></a>'), 'a'],
    ['a picture from elsewhere', svg('<image href="https://evil.example/x.png"/>'), 'image'],
    ['use, which multiplies', svg(`<use ${link} x:href="#a"/>`), 'use'],
    [
      'an animation that sets an address',
      svg('<animate attributeName="href" to="javascript:1"/>'),
      'animate',
    ],
    ['a style sheet', svg('<style>@import url(https://evil.example)</style>'), 'style'],
    ['a style that loads', svg('<path style="fill:url(https://evil.example/#a)"/>'), 'fill'],
    [
      'a style that loads, escaped',
      svg(String.raw`<path style="fill:\75rl(//evil.example)"/>`),
      'fill',
    ],
    ['a fill that loads', svg('<path fill="URL( \'//evil.example\')"/>'), 'fill'],
    ['an entity for it', svg('<path fill="&#117;rl(//evil.example)"/>'), 'fill'],
    ['image-set(), which loads', svg('<path fill="image-set(\'//evil.example\' 1x)"/>'), 'fill'],
    [
      'image-set() in a style, under its prefix',
      svg('<path style="mask:-WebKit-Image-Set(\'//evil.example\' 1x)"/>'),
      'mask',
    ],
    ['src(), which loads', svg('<path style="fill:src(\'//evil.example\')"/>'), 'fill'],
    ['a reference of its own before what loads', svg('<path fill="url(#a)src(//e.x)"/>'), 'fill'],
    ['an unknown function', svg('<path fill="fetch(//evil.example)"/>'), 'fill'],
    ['a variable', svg('<path fill="var(--x, red)"/>'), 'fill'],
    ['a function, escaped', svg(String.raw`<path style="fill:s\72 c('//evil.example')"/>`), 'fill'],
    ['javascript as a fill', svg('<path fill="javascript:alert(1)"/>'), 'fill'],
    [
      'a gradient from elsewhere',
      svg(`<linearGradient ${link} x:href="https://evil.example#a"/>`),
      'href',
    ],
    ['a mask within a mask', svg('<mask id="a"><g mask="url(#b)"/></mask>'), 'mask'],
    ['entities', `<!DOCTYPE svg [<!ENTITY x "y">]>${svg('&x;')}`, 'ENTITY'],
    [
      'a style sheet before it',
      `<?xml-stylesheet href="https://evil.example/x.css"?>${svg('')}`,
      'xml-stylesheet',
    ],
  ])('refuses an SVG with %s', async (_, bytes, name) => {
    expect(await refusal(bytes)).toBe(named(name))
  })

  test('rewrites an SVG: editor metadata is dropped, shapes stay', async () => {
    const drawn = await served(`\uFEFF<?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
      <!-- Made by hand --><svg xmlns="http://www.w3.org/2000/svg" xmlns:i="http://inkscape.org" viewBox="0 0 9 9" i:version="1">
      <metadata><rdf xmlns="http://rdf.example">x</rdf></metadata><i:view><path d="M6 6"/></i:view>
      <defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient></defs>
      <title>A &amp; B</title><path class="k" data-x="1" d="M0 0h9" style="fill:url(#a); -x-y:1; stroke:#000"/></svg>`)
    expect(drawn.text).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/>' +
        '</linearGradient></defs><title>A &amp; B</title><path d="M0 0h9" style="fill:url(#a);stroke:#000"/></svg>',
    )
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
    await put(png(8, 8))
    const remove = () => admin.call('moduleLogoDelete', { params: { id: String(moduleId) } })
    expect((await remove()).outcome).toBe('200')
    expect(
      (await admin.call('moduleGet', { params: { id: String(moduleId) } })).data.logo,
    ).toBeNull()
    expect((await remove()).outcome).toBe('404 module-logo-not-found')
  })
})
