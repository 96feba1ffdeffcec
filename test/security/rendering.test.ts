/** The browser must show user input as text, never as HTML (ASVS V3.2.2). The test searches the shipped sources. */
import { expect, test } from 'vitest'
import { readSources } from '../testing/read-sources.ts'

const sinks =
  /\b(?:innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write(?:ln)?|createContextualFragment|srcdoc|srcDoc|eval|new Function)\b/

test('no code of the web writes HTML into a page or evaluates text', () => {
  const sources = readSources('web')
  expect(sources.length).toBeGreaterThan(100)
  const found = sources.filter(({ text }) => sinks.test(text)).map(({ file }) => file)
  expect(found).toEqual([])
})
