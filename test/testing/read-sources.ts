import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Returns the shipped TypeScript sources of these folders, without tests and test tools; paths from the root. */
export function readSources(...rooms: readonly string[]): { file: string; text: string }[] {
  return rooms
    .flatMap((room) =>
      readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((path) =>
        join(room, path),
      ),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^server\/testing\//.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
}
