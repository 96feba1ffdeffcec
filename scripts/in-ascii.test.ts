import { join } from 'node:path'
import { build, type InlineConfig, type Plugin } from 'vite'
import { expect, test } from 'vitest'
import { inAscii } from './in-ascii.ts'

/** The text of every file that a build for the server makes; none is written. */
async function filesOf(config: InlineConfig): Promise<string[]> {
  const root = join(import.meta.dirname, '..')
  const built = await build({ root, logLevel: 'silent', ...config })
  if (!('output' in built)) throw new Error('Not one build with one output.')
  return built.output.map((file) => (file.type === 'chunk' ? file.code : String(file.source)))
}

/** The same of one module with this text. */
async function moduleOf(code: string): Promise<string> {
  const written: Plugin = {
    name: 'written',
    resolveId: (id) => (id === 'module.js' ? id : undefined),
    load: () => code,
  }
  const files = await filesOf({
    configFile: false,
    plugins: [written, inAscii()],
    build: { ssr: true, write: false, rolldownOptions: { input: 'module.js' } },
  })
  return files.join('\n')
}

const beyondAscii = /[^\0-\x7F]/

test('the server is built without a letter beyond ASCII', async () => {
  const files = await filesOf({ configFile: 'vite.server.config.ts', build: { write: false } })
  expect(files.join('').length).toBeGreaterThan(1_000_000)
  expect(files.filter((code) => beyondAscii.test(code))).toEqual([])
})

test.each([
  ['a string', `'Gestão – 😀'`, 'Gestão – 😀'],
  ['a template', '`Gestão ${1 + globalThis.nothing} –`', 'Gestão NaN –'],
  ['a name', `({ gestão: 'ç' }).gestão`, 'ç'],
  ['a pattern', `/^[à-ü]+$/.test('çã')`, true],
  ['a pattern by code points', `/^[😀-😎]$/u.test('😃')`, true],
])('%s says the same with its letters written as escapes', async (_, source, said) => {
  const code = await moduleOf(`export const said = ${source}`)
  expect(code).not.toMatch(beyondAscii)
  expect(code).toContain(String.raw`\u`)
  expect(await import(`data:text/javascript,${encodeURIComponent(code)}`)).toHaveProperty(
    'said',
    said,
  )
})

test.each([
  ['in a text without escapes', 'String.raw`${globalThis.nothing} ção`'],
  ['behind a backslash', String.raw`/\ç/`],
])('a build with a letter %s fails', async (_, source) => {
  await expect(moduleOf(`export const said = ${source}`)).rejects.toThrow(/can be no escape/)
})
