/** Returns the paths of the source files and documents that `npm run package` archives, relative to the root. */
export function packagedFiles(): string[]
