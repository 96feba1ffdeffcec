import { redirect, type NavigateOptions } from '@tanstack/react-router'
import { z } from 'zod'
import { idInSearch } from './list-search.ts'

/** For a route: leads elsewhere where the address lacks the id of what its screen is about. */
export function requireId(
  name: string,
  elsewhere: NavigateOptions,
): (search: object) => Promise<void> {
  const schema = z.record(z.string(), z.unknown()).transform((search) => search[name]).pipe(idInSearch)
  return async (search) => {
    // Zero is what is left of an id that could not be one.
    if (!schema.parse(search)) throw redirect({ ...elsewhere, replace: true })
  }
}
