/** Links of the documents in the archive of `npm run package`. */
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { packagedFiles } from '../../scripts/packaged-files.mjs'

const files = new Set(packagedFiles())

/** Returns the paths to which a document links, without external addresses and places in the same document. */
function linksOf(document: string): string[] {
  const text = readFileSync(join(import.meta.dirname, '../..', document), 'utf8')
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  return targets
    .filter((target) => !/^(#|[a-z]+:)/.test(target))
    .map((target) => posix.join(posix.dirname(document), target.replace(/#.*/, '')))
}

test('the manual and the documents to which it links have no link out of the archive', () => {
  const manual = linksOf('docs/operating.md')
  expect(manual.length).toBeGreaterThan(20)
  const documents = ['docs/operating.md', 'CHANGELOG.md', ...manual.filter(isDocument)]
  const missing = documents.flatMap((document) =>
    linksOf(document)
      .filter((target) => !files.has(target))
      .map((target) => `${document} -> ${target}`),
  )
  expect(missing).toEqual([])
})

const isDocument = (path: string): boolean => path.endsWith('.md')
