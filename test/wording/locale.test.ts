import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSources } from '../testing/read-sources.ts'

/** A format without an explicit locale, which would follow the browser or the machine (decision 81). */
const implicit =
  /\.toLocale\w*\((?!'[a-z]{2})|new Intl\.\w+\((?!'[a-z]{2})|navigator\.languages?\b/g

test('every format of dates, numbers and lists names its locale', () => {
  const found = readSources('contract', 'server', 'web').flatMap(({ file, text }) =>
    [...text.matchAll(implicit)].map(([use]) => `${file}: ${use}`),
  )
  expect(found).toEqual([])
})

test.each(['index', 'auth', 'captcha'])('%s.html is in Brazilian Portuguese', (name) => {
  const html = readFileSync(join(import.meta.dirname, `../../web/${name}.html`), 'utf8')
  expect(html).toMatch(/<html lang="pt-BR"/)
})
