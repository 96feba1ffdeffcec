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
    logo(consoleModuleId, 'key'),
    logo(exampleModuleId, 'box'),
    logo(7, 'prefix'),
    logo(10, 'swap'),
    logo(15, 'chart'),
  ]
}

function logo(moduleId: number, name: string) {
  const content = readFileSync(join(folder, `${name}.png`))
  const digest = createHash('sha256').update(content).digest('hex')
  return { module_id: moduleId, content, content_type: 'image/png', digest }
}
