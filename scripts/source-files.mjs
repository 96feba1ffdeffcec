import { globSync } from 'node:fs'
import { ROOT } from './ensure-installed.mjs'

/** Folders of .gitignore, and Git's own. */
const IGNORED = new Set(['.git', 'node_modules', 'dist', 'data', 'test-results'])

/** Returns the paths of all source files and documents, relative to the root. Works without Git. */
export function sourceFiles() {
  return globSync('**/*.*', { cwd: ROOT, exclude: (path) => IGNORED.has(path) }).toSorted()
}
