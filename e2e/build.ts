import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Before all browser tests: what they run is built from the sources as they are now. */
export default function build(): void {
  execFileSync(process.execPath, [join(import.meta.dirname, '../scripts/build.mjs')], {
    stdio: 'inherit',
  })
}
