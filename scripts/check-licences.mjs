import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './ensure-installed.mjs'

/**
 * Compares the licences in package-lock.json with the accepted ones below. Exits with 1 if a package has another licence or
 * none. Read a new licence before you add it here.
 */

/** Licences of packages that are part of the product. They permit any use, with the text of the licence. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  '(MIT OR Apache-2.0)',
])

/**
 * Further licences of packages that build or test the product. The typeface is served to users, which OFL-1.1 permits.
 */
const FOR_DEVELOPMENT = new Set([
  '(MIT AND Zlib)',
  '(MIT OR CC0-1.0)',
  'CC-BY-4.0',
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
])

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
const refused = Object.entries(packages).filter(
  ([path, { license, dev }]) =>
    path !== '' && !PERMISSIVE.has(license) && !(dev && FOR_DEVELOPMENT.has(license)),
)
for (const [path, { license, version }] of refused)
  console.error(`${path} ${version}: licence ${license ?? 'missing'} is not accepted`)
if (refused.length > 0) process.exitCode = 1
