import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { EXEMPT, FORBIDDEN, LAYERS } from './layers.mjs'
import { sourceFiles } from './source-files.mjs'

// Imports are found in the text, because TypeScript 7 has no API. The formatter writes all imports in the same way.
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.{1,2}\/[^']+)'/g

/** Tests may import test tools from any layer, but not across the separation of web and server. */
const isTest = (file) => /\.(test|e2e)\.tsx?$/.test(file)
const isIn = (file, module) => file === module || file.startsWith(`${module}/`)

const files = sourceFiles().filter((file) => /\.(ts|tsx|mjs)$/.test(file) && file.includes('/'))

/**
 * Returns the longest module path that contains the file, and its layer. A test belongs to the module of the tested
 * file.
 */
function moduleOf(path) {
  const tested = path.replace(/\.test\.tsx?$/, '.tsx')
  const file = existsSync(tested) ? tested : path.replace(/\.test\.tsx?$/, '.ts')
  let found
  for (const [layer, modules] of LAYERS.entries())
    for (const module of modules)
      if (isIn(file, module) && module.length > (found?.module.length ?? 0))
        found = { module, layer }
  return found ?? resourceOf(path)
}

/** Returns module and layer of a folder that no layer lists. Such a folder is a resource. */
function resourceOf(path) {
  const [, module, root] = /^((server|web)\/[^/]+)\//.exec(path) ?? []
  const layer = LAYERS.findIndex((modules) => modules.includes(`${root}/catalogue`))
  return module && { module, layer }
}

const errors = []
for (const file of files) {
  const from = moduleOf(file)
  if (!from) {
    errors.push(`${file} is in no module of scripts/layers.mjs`)
    continue
  }
  for (const [, specifier] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    const target = join(dirname(file), specifier)
    const to = moduleOf(target)
    if (!to) continue
    const forbidden =
      !EXEMPT.includes(target) &&
      FORBIDDEN.some(([one, other]) => isIn(file, one) && isIn(target, other))
    const upward = to.module !== from.module && to.layer >= from.layer && !isTest(file)
    if (forbidden || upward) errors.push(`${file} may not import ${target}`)
  }
}
for (const error of errors) console.log(error)
process.exitCode = errors.length > 0 ? 1 : 0
