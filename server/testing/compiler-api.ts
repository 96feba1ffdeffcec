/** The API of an earlier TypeScript, as a package that needs it imports it; TypeScript 7 has none. */
export { ts as default } from '@ts-morph/common'
