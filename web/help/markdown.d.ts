/** A help page, compiled by `scripts/compile-help.ts`. */
declare module '*.md' {
  const page: import('react').ComponentType
  export default page
}
