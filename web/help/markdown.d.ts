/** A help page, compiled by `scripts/compile-help.ts`. */
declare module '*.md' {
  import type { ComponentType } from 'react'

  const page: ComponentType
  export default page
}
