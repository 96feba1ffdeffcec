import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

const manifest = findPackageJSON('..', import.meta.url)
if (manifest === undefined) throw new Error('package.json of Portaria not found.')
/** Path from the root of the product, because `dist/server` contains this code without the images. */
const folder = join(dirname(manifest), 'database/demo/logos')

/** Logos of some modules; the others have none on purpose. */
export function demoLogos(consoleModuleId: number, exampleModuleId: number) {
  return [
    { module_id: consoleModuleId, ...logo('key') },
    { module_id: exampleModuleId, ...logo('box') },
    { module_id: 7, ...logo('prefix') },
    { module_id: 10, ...logo('swap') },
    { module_id: 15, ...logo('chart') },
  ]
}

/** Logos of two companies; the others have none on purpose. */
export function demoCompanyLogos(associationId: number) {
  return [
    { company_id: associationId, ...logo('association') },
    { company_id: 2, ...logo('araucaria') },
  ]
}

function logo(name: string) {
  const content = readFileSync(join(folder, `${name}.png`))
  const digest = createHash('sha256').update(content).digest('hex')
  return { content, content_type: 'image/png', digest }
}
