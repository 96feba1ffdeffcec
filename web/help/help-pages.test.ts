import { describe, expect, it } from 'vitest'
import { helpPages } from '../../contract/help-pages.ts'
import { openScreens, publicScreens, screenGrantAliases, screens } from '../../contract/screens.ts'
import { compilePage } from '../../scripts/compile-help.ts'

const pages = import.meta.glob<string>('./pages/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})
/** Pictures as data URLs. */
const pictures = import.meta.glob<string>('./pictures/*', {
  query: '?inline',
  import: 'default',
  eager: true,
})
/** Sources with the sentences that the application displays. */
const sources = import.meta.glob<string>(
  ['../**/*.{ts,tsx}', '../../contract/*.ts', '!../**/*.test.{ts,tsx}', '!../{help,testing}/**'],
  { query: '?raw', import: 'default', eager: true },
)
/** Strings and lines of JSX text of the sources. A label with values between its words is in parts. */
const displayed = new Set(
  Object.values(sources).flatMap((source) =>
    Array.from(
      source.matchAll(/(?:(?<=['"`])|(?<=>)|(?<=\n) *)(?<text>\p{L}[^'"`<>{}$\n]*)/gu),
      ({ groups }) => (groups?.['text'] ?? '').trim(),
    ),
  ),
)
const paths = new Set<string>([
  ...publicScreens,
  ...openScreens,
  ...Object.keys(screens),
  ...Object.keys(screenGrantAliases),
])
const maxBytes = 60 * 1024

const shown = Object.values(pages).flatMap((page) =>
  Array.from(page.matchAll(/!\[(?<alt>[^\]]*)\]\((?<file>[^)]+)\)/g), ({ groups }) => ({
    alt: groups?.['alt'] ?? '',
    file: groups?.['file'] ?? '',
  })),
)

it('each help page has a file of its name, which begins with its title', () => {
  const titles = Object.entries(pages).map(([file, page]) => [
    file.replace('./pages/', '/ajuda/').replace('.md', ''),
    /^# (?<title>.+)\n/.exec(page)?.groups?.['title'],
  ])
  expect(new Map(titles as [string, string][])).toEqual(new Map(Object.entries(helpPages)))
})

describe.each(Object.entries(pages))('%s', (_, page) => {
  const links = Array.from(page.matchAll(/(?<!!)\[[^\]]+\]\((?<to>[^)]+)\)/g))

  it('links only to screens and pages that exist', () => {
    for (const { groups } of links) expect(paths).toContain(groups?.['to'])
  })

  it('quotes in bold only labels that the application displays', () => {
    // Bold words before a colon introduce a point of a list.
    const labels = Array.from(page.matchAll(/\*\*(?<label>[^*]+)\*\*(?<colon>:?)/g))
      .filter(({ groups }) => groups?.['colon'] === '')
      .map(({ groups }) => groups?.['label'])
    expect(labels).not.toHaveLength(0)
    expect(labels.filter((label) => !displayed.has(label ?? ''))).toEqual([])
  })

  it('shows a picture and steps', () => {
    expect(page).toMatch(/^!\[/m)
    expect(page).toMatch(/^1\. /m)
  })
})

it.each(shown)('the picture $file has a description, and exists', ({ alt, file }) => {
  expect(alt).toMatch(/^[A-ZÁÉÍÓÚ].{20,}[^.]$/)
  expect(pictures).toHaveProperty([`./pictures/${file}`])
})

it.each(Object.entries(pictures))('%s is shown, and not too large', (file, url) => {
  expect(shown.map((each) => `./pictures/${each.file}`)).toContain(file)
  expect((url.length * 3) / 4).toBeLessThan(maxBytes)
})

describe('compilePage', () => {
  const compile = (markdown: string) => compilePage(markdown, '')

  it('compiles text to elements', () => {
    expect(compile('# Título\n\nUse **Salvar** & `x`.\n\n1. Abra [Ajuda](/ajuda).')).toBe(
      [
        `import { createElement as h } from 'react'`,
        `import { helpPage, TextLink } from '../help-page.tsx'`,
        `export default helpPage("Título", h('div', null, h('p', null, "Use ", h('strong', null, "Salvar"), " & ", h('code', null, "x"), "."), h('ol', null, h('li', null, h('span', null, "Abra ", h(TextLink, {"to":"/ajuda"}, "Ajuda"), ".")))))`,
      ].join('\n'),
    )
  })

  it.each([
    ['HTML', '# T\n\n<script>alert(1)</script>'],
    ['HTML in a line', '# T\n\nUm <b>texto</b>.'],
    ['a link to another site', '# T\n\n[Fora](https://example.com)'],
    ['a link to a script', '# T\n\n[Fora](javascript:alert(1))'],
    ['no title', 'Texto'],
  ])('refuses %s', (_, markdown) => {
    expect(() => compile(markdown)).toThrow()
  })
})
