import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { expect, test } from 'vitest'
import { reckonTables } from './reckon-tables.ts'

const root = join(import.meta.dirname, '..')

/** Builds a page from these files, `page.js` first, with the real contract and web. */
async function buildPage(files: Record<string, string>): Promise<void> {
  const written: Plugin = {
    name: 'written',
    resolveId: (id) => (id in files ? id : undefined),
    load: (id) => files[id],
  }
  await build({
    configFile: false,
    root,
    logLevel: 'silent',
    plugins: [written, reckonTables()],
    build: { write: false, rolldownOptions: { input: 'page.js' } },
  })
}

const using = (name: string, file: string) =>
  `import { ${name} } from '${join(root, file)}'\nconsole.log(${name})`

test('a build fails if a page, or a chunk shared by pages, contains the whole contract', async () => {
  const contract = using('api', 'contract/api.ts')
  const several = /several pages would load the whole contract/
  await expect(buildPage({ 'page.js': contract })).rejects.toThrow(several)
  const screens = `import('one.js'); import('other.js')`
  const shared = { 'page.js': screens, 'one.js': contract, 'other.js': `${contract}; 'other'` }
  await expect(buildPage(shared)).rejects.toThrow(several)
})

test('one screen may contain the contract', async () => {
  const contract = using('api', 'contract/api.ts')
  await expect(
    buildPage({ 'page.js': `import('screen.js')`, 'screen.js': contract }),
  ).resolves.toBeUndefined()
})

test.each([
  ['callRoutes', 'web/api/call-routes.ts'],
  ['recordScreens', 'web/frame/record-screens.ts'],
])('%s imports nothing of the contract', async (name, file) => {
  await expect(buildPage({ 'page.js': using(name, file) })).resolves.toBeUndefined()
})
