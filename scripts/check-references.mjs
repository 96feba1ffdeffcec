import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './ensure-installed.mjs'
import { sourceFiles } from './source-files.mjs'

// Comments refer to 'portal.md §6', 'rulings §5' or 'decision 13', possibly across a line break. Each reference must
// name a section of docs/specification or a file of docs/decisions. Migrations are skipped: their checksums are stored,
// so their references cannot be changed (docs/decisions/README.md lists merged decisions).

const SOURCES = /\.(ts|tsx|mjs|sql|css|html|md)$/
const GAP = String.raw`\s+(?:(?:\*|//|--)\s+)?`
const SECTIONS = new RegExp(
  String.raw`\b(portal|console|rulings)(?:\.md)?${GAP}(§\d+(?:(?:,| and)${GAP}§\d+)*)`,
  'gi',
)
const DECISIONS = new RegExp(String.raw`\bdecisions?${GAP}(\d+(?:(?:,| and)${GAP}\d+)*)`, 'gi')
const DECISION_FILES = /\bdecisions\/(\d{4}-[\w-]+\.md)/g

const decisionFiles = new Set(readdirSync(join(ROOT, 'docs/decisions')))
const decisions = new Set([...decisionFiles].map((file) => String(parseInt(file, 10))))
const sections = {
  portal: sectionsOf('portal'),
  console: sectionsOf('console'),
  rulings: sectionsOf('rulings'),
}

const checked = sourceFiles().filter(
  (file) => SOURCES.test(file) && !file.startsWith('database/migrations/'),
)
const errors = checked.flatMap((file) => {
  const text = readFileSync(join(ROOT, file), 'utf8')
  return deadReferences(text).map(({ index, 0: reference }) => {
    const line = text.slice(0, index).split('\n').length
    return `${file}:${line}: '${reference}' does not exist.`
  })
})
for (const error of errors) console.error(error)
if (errors.length > 0) process.exit(1)

function deadReferences(text) {
  return [
    ...[...text.matchAll(SECTIONS)].filter(
      ([, page, list]) => !allIn(sections[page.toLowerCase()], list),
    ),
    ...[...text.matchAll(DECISIONS)].filter(([, list]) => !allIn(decisions, list)),
    ...[...text.matchAll(DECISION_FILES)].filter(([, file]) => !decisionFiles.has(file)),
  ]
}

function allIn(numbers, list) {
  return list.match(/\d+/g).every((number) => numbers.has(number))
}

function sectionsOf(page) {
  const text = readFileSync(join(ROOT, 'docs/specification', `${page}.md`), 'utf8')
  return new Set([...text.matchAll(/^## (\d+)\. /gm)].map(([, number]) => number))
}
