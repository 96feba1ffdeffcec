import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

const manifest = findPackageJSON('..', import.meta.url)
if (manifest === undefined) throw new Error('The package.json of Portaria is missing.')

/** The folder of the product, whether the server runs from its sources or from `dist/server` (decision 45). */
export const productFolder = dirname(manifest)
