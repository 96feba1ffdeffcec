import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

const manifest = findPackageJSON('..', import.meta.url)
if (manifest === undefined) throw new Error('package.json of Portaria not found.')

/** Root folder of the product. The same whether this code runs from the sources or from `dist/server` (decision 45). */
export const productFolder = dirname(manifest)
