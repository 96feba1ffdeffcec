/** Re-exports the API of an earlier TypeScript for a package that needs it; TypeScript 7 has none. */
export { ts as default } from '@ts-morph/common'
