import { existsSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { tables } from '../../scripts/contract-tables.ts'
import { firstScreens } from '../../scripts/first-screens.ts'

const root = join(import.meta.dirname, '../..')
/** Imports that load a file at run time, at once. The formatter writes all imports in the same way. */
const staticImport = /^(?:import|export) (?!type\b)(?:[^';]*? from )?'(\.[^']+\.tsx?)'/gm

/** Returns the files that these load before they run, without what the build replaces by its value. */
function loadedBy(files: readonly string[]): Set<string> {
  const found = new Set<string>()
  const collect = (file: string) => {
    const path = relative(root, file)
    if (found.has(path) || path in tables) return
    found.add(path)
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(staticImport))
      collect(resolve(file, '..', specifier))
  }
  files.forEach(collect)
  return found
}

/** Whether a file of the contract declares endpoints at its top level, so that loading it creates all their schemas. */
const declaresEndpoints = (path: string) =>
  /^export const \w+ = \{\n {2}\w+: endpoint\(/m.test(readFileSync(join(root, path), 'utf8'))

it('the first screens load no file of the contract that declares endpoints', () => {
  const loaded = [...loadedBy(firstScreens)]
  expect(loaded).toContain('contract/list.ts')
  expect(loaded.filter((path) => path.startsWith('contract/') && declaresEndpoints(path))).toEqual(
    [],
  )
})

it('the first screens create no formatter of Intl while they load, because one takes milliseconds', () => {
  const eager = /^(?:export )?const [^\n]*= new Intl\./m
  const loaded = [...loadedBy(firstScreens)]
  expect(loaded.filter((path) => eager.test(readFileSync(join(root, path), 'utf8')))).toEqual([])
})

it('the sign-in page loads no schema', () => {
  const loaded = [...loadedBy([join(root, 'web/auth-main.tsx')])]
  expect(loaded).toContain('web/routes/entry-router.tsx')
  const importsZod = /^import (?!type\b)[^;\n]* from 'zod'/m
  expect(loaded.filter((path) => importsZod.test(readFileSync(join(root, path), 'utf8')))).toEqual(
    [],
  )
})

it('recognises a file that declares endpoints, and each table that the build replaces', () => {
  expect(declaresEndpoints('contract/companies.ts')).toBe(true)
  expect(declaresEndpoints('contract/limits.ts')).toBe(false)
  for (const path of Object.keys(tables)) expect(existsSync(join(root, path)), path).toBe(true)
})
