import { sourceFiles } from './source-files.mjs'

/** Folders and files of the repository that an installation needs, and the documents to which its manual links. */
const CONTENTS = [
  'contract/',
  'database/',
  'deploy/',
  'docs/decisions/',
  'docs/modules.md',
  'docs/operating.md',
  'docs/performance.md',
  'docs/screens.md',
  'docs/security/',
  'docs/sizing.md',
  'docs/testing.md',
  'examples/module/main.ts',
  'scripts/',
  'server/',
  'CHANGELOG.md',
]

/** Returns the paths of the source files and documents that `npm run package` archives, relative to the root. */
export function packagedFiles() {
  const files = sourceFiles().filter(
    (file) => CONTENTS.some((content) => file.startsWith(content)) && !file.endsWith('.test.ts'),
  )
  // Has no extension, so it is not among the source files.
  return [...files, 'deploy/Containerfile']
}
