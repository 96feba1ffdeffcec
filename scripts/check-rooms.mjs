import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { APART, FLOORS, OPEN } from './rooms.mjs'

// Read from the text and not with a compiler: the formatter writes every import one way, and TypeScript 7 has no API.
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.{1,2}\/[^']+)'/g

/** Tests may bring in whatever they test with; their rooms still hold where web and server are kept apart. */
const isTest = (file) => /\.(test|e2e)\.tsx?$/.test(file)
const lies = (file, room) => file === room || file.startsWith(`${room}/`)

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && file.includes('/'))

/** The longest room that holds the file, and its floor; a test lies where the file lies that it is of. */
function roomOf(path) {
  const tested = path.replace(/\.test\.tsx?$/, '.tsx')
  const file = existsSync(tested) ? tested : path.replace(/\.test\.tsx?$/, '.ts')
  let found
  for (const [floor, rooms] of FLOORS.entries())
    for (const room of rooms)
      if (lies(file, room) && room.length > (found?.room.length ?? 0)) found = { room, floor }
  return found
}

const faults = []
for (const file of files) {
  const from = roomOf(file)
  if (!from) {
    faults.push(`${file} lies in no room of scripts/rooms.mjs`)
    continue
  }
  for (const [, specifier] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    const target = join(dirname(file), specifier)
    const to = roomOf(target)
    if (!to) continue
    const apart =
      !OPEN.includes(target) && APART.some(([one, other]) => lies(file, one) && lies(target, other))
    const upward = to.room !== from.room && to.floor >= from.floor && !isTest(file)
    if (apart || upward) faults.push(`${file} may not import ${target}`)
  }
}
for (const fault of faults) console.log(fault)
process.exitCode = faults.length > 0 ? 1 : 0
