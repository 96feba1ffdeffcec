import { join } from 'node:path'
import { build, type InlineConfig, type Plugin } from 'vite'
import { expect, test } from 'vitest'
import { inAscii } from './in-ascii.ts'

/** Returns the text of every file of a server build, without writing them. */
async function filesOf(config: InlineConfig): Promise<string[]> {
  const root = join(import.meta.dirname, '..')
  const built = await build({ root, logLevel: 'silent', ...config })
  if (!('output' in built)) throw new Error('Not one build with one output.')
  return built.output.map((file) => (file.type === 'chunk' ? file.code : String(file.source)))
}

/** Returns the built text of one module with this code. */
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

test('the built server contains only ASCII', async () => {
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
])('%s keeps its value when its letters are escaped', async (_, source, value) => {
  const code = await moduleOf(`export const value = ${source}`)
  expect(code).not.toMatch(beyondAscii)
  expect(code).toContain(String.raw`\u`)
  expect(await import(`data:text/javascript,${encodeURIComponent(code)}`)).toHaveProperty(
    'value',
    value,
  )
})

test.each([
  ['in a text without escapes', 'String.raw`${globalThis.nothing} ção`'],
  ['behind a backslash', String.raw`/\ç/`],
])('a build with a letter %s fails', async (_, source) => {
  await expect(moduleOf(`export const value = ${source}`)).rejects.toThrow(/cannot be escaped/)
})
