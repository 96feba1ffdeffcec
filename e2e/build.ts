import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Global setup: builds the server and web from the current sources. */
export default function build(): void {
  execFileSync(process.execPath, [join(import.meta.dirname, '../scripts/build.mjs')], {
    stdio: 'inherit',
  })
}
