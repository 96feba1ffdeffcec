import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConstants, resultTables, shares } from './sizing.ts'

const file = new URL('../docs/sizing.md', import.meta.url)
const title = '## Result\n\n'

/** Splits the document into the text before the tables, the cells of the tables, and the text after them. */
function parts(markdown: string) {
  const [before = '', rest = ''] = markdown.split(title)
  const end = rest.lastIndexOf('|\n', rest.search(/^## /m)) + 2
  return { before, tables: rest.slice(0, end), after: rest.slice(end) }
}
/** The formatter aligns the columns, so only the cells are compared. */
const cells = (text: string): string[][] =>
  text.split('\n').flatMap((line) => {
    const found = line.split('|').map((cell) => cell.trim().replace(/^-+$/, '-'))
    return found.length > 1 ? [found] : []
  })

test('the tables of docs/sizing.md follow from its constants', () => {
  const text = readFileSync(file, 'utf8')
  const calculated = resultTables(readConstants(text))
  const { before, tables, after } = parts(text)
  if (process.env['UPDATE_SIZING']) writeFileSync(file, `${before}${title}${calculated}\n${after}`)
  else expect(cells(tables)).toEqual(cells(calculated))
})

test('the resource that saturates first is named', () => {
  const text = readFileSync(file, 'utf8')
  const [[first] = ['']] = shares(readConstants(text), 10_000_000)
  expect(text).toContain(`At ten million, the ${first} saturates first`)
})
