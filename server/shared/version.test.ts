import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { version } from './version.ts'

const root = join(import.meta.dirname, '../..')
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
const [unreleased = '', ...releases] = changelog.split(/^## (?=\d)/m)
const [newest = ''] = releases

test('the version is the newest release of the changelog', () => {
  expect(newest).toMatch(new RegExp(`^${version} - \\d{4}-\\d{2}-\\d{2}\n`))
})

test('each migration belongs to a release or is unreleased', () => {
  const schemas = releases.map((release) => Number(/^Schema: (\d+)$/m.exec(release)?.[1]))
  expect(schemas).toEqual(schemas.toSorted((a, b) => b - a))
  const migrations = readdirSync(join(root, 'database/migrations')).map((file) =>
    parseInt(file, 10),
  )
  if (Math.max(...migrations) > Math.max(...schemas)) expect(unreleased).toContain('## Unreleased')
})

test('--version prints it and starts nothing', () => {
  const printed = execFileSync(process.execPath, [join(root, 'server/main.ts'), '--version'], {
    encoding: 'utf8',
    env: {},
  })
  expect(printed).toBe(`${version}\n`)
})
