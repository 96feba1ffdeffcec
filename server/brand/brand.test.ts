import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readBrand } from './brand.ts'
import { logoBytesMax } from './brand-logo.ts'

let folder: string
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'portaria-brand-'))))
afterAll(() => rmSync(folder, { recursive: true }))

describe('refuses', () => {
  test.each([
    [
      'an accent that is too light',
      '#2f989f',
      /^BRAND_ACCENT must be darker: .* of 3\.43, and needs/,
    ],
    ['an accent just below the minimum', '#777777', /^BRAND_ACCENT must be darker: .* of 4\.47,/],
    ['a named colour', 'purple', /^BRAND_ACCENT must be a colour like #0f6a72, not "purple"/],
    ['CSS after the colour', '#0f6a72;}*{display:none', /^BRAND_ACCENT must be a colour/],
  ])('%s', (_, BRAND_ACCENT, sentence) => {
    expect(() => readBrand({ BRAND_ACCENT })).toThrow(sentence)
  })

  test.each([
    ['two lines', 'Conexão\nSul'],
    ['a direction override', 'Conexão \u202eluS'],
    ['61 characters', 'x'.repeat(61)],
  ])('a name with %s', (_, BRAND_NAME) => {
    expect(() => readBrand({ BRAND_NAME })).toThrow(/^BRAND_NAME must be one line of at most 60/)
  })

  test.each([
    'javascript:alert(1)',
    'http://x.example',
    'https://x.example/"onclick=',
    '12345',
    'ajuda',
  ])('the help contact %s', (HELP_CONTACT) => {
    expect(() => readBrand({ HELP_CONTACT })).toThrow(/^HELP_CONTACT must be an e-mail address/)
  })

  const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`
  const xlink = 'xmlns:xlink="http://www.w3.org/1999/xlink"'
  test.each([
    ['a script', svg('<script>alert(1)</script>'), /contains <script>/],
    [
      'a script with a prefix',
      svg('<s:script xmlns:s="http://www.w3.org/2000/svg"/>'),
      /contains <s:script>/,
    ],
    ['an event handler', svg('<g onload="alert(1)"/>'), /has an attribute onload/],
    ['HTML', svg('<foreignObject/>'), /contains <foreignObject>/],
    ['a link', svg('<a href="https://x.example"/>'), /contains <a>/],
    ['an animation', svg('<animate attributeName="href"/>'), /contains <animate>/],
    ['an external image', svg('<image href="https://x.example/i.png"/>'), /has an attribute href/],
    ['a data document', svg(`<use ${xlink} xlink:href="data:image/svg+xml,x"/>`), /xlink:href/],
    ['an external fill', svg('<g fill="url(https://x.example)"/>'), /has an attribute fill/],
    ['an import', svg('<style>@import "x.css"</style>'), /loads a file in its style sheet/],
    ['an import in CDATA', svg('<style><![CDATA[@import "x.css"]]></style>'), /loads a file/],
    ['a document type', `<!DOCTYPE svg [<!ENTITY e "x">]>${svg('')}`, /has a document type/],
    [
      'a style sheet instruction',
      `<?xml-stylesheet href="x.css"?>${svg('')}`,
      /contains <\?xml-stylesheet\?>/,
    ],
    ['an open element', '<svg xmlns="http://www.w3.org/2000/svg"><g>', /is not well-formed/],
    ['HTML as root', '<html xmlns="http://www.w3.org/1999/xhtml"/>', /has no <svg xmlns=/],
    ['no XML', 'GIF89a', /is not well-formed/],
  ])('a logo with %s', (_, content, reason) => {
    const path = join(folder, 'logo')
    writeFileSync(path, content)
    expect(() => readBrand({ BRAND_LOGO: path })).toThrow(/^BRAND_LOGO must be a PNG or SVG file/)
    expect(() => readBrand({ BRAND_LOGO: path })).toThrow(reason)
  })

  test('a logo that is too large, or does not exist', () => {
    const path = join(folder, 'large')
    writeFileSync(path, Buffer.alloc(logoBytesMax + 1))
    expect(() => readBrand({ BRAND_LOGO: path })).toThrow(/^BRAND_LOGO must have at most 64 KB/)
    expect(() => readBrand({ BRAND_LOGO: join(folder, 'nowhere') })).toThrow(
      /^BRAND_LOGO must name a file that the server can read/,
    )
  })
})

test('an SVG may refer to its own parts and to embedded images', () => {
  const path = join(folder, 'logo.svg')
  writeFileSync(
    path,
    `<?xml version="1.0"?><!-- made by hand --><svg xmlns="http://www.w3.org/2000/svg"><style>.a{fill:url(#b)}</style><linearGradient id="b"/><use href="#b"/><image href="data:image/png;base64,AA"/></svg>`,
  )
  expect(readBrand({ BRAND_LOGO: path }).logo?.type).toBe('image/svg+xml')
})
