import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '..')
const screens = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.tsx'),
)

test('every dialog is one that begins with its own content, not with Fechar', () => {
  const bare = screens.filter((file) => /<Modal[\s>]/.test(readFileSync(join(web, file), 'utf8')))
  expect(bare).toEqual([join('ui', 'dialog.tsx')])
})
