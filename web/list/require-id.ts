import { redirect } from '@tanstack/react-router'
import { z } from 'zod'
import type { ScreenPath } from '../../contract/screens.ts'
import { toScreen } from '../paths.ts'
import { idInSearch } from './list-search.ts'

/** For a route: leads elsewhere where the address lacks the id of what its screen is about. */
export function requireId(name: string, elsewhere: ScreenPath): (search: object) => Promise<void> {
  const schema = z.looseObject({ [name]: idInSearch })
  return async (search) => {
    // Zero is what is left of an id that could not be one.
    if (!schema.parse(search)[name]) throw redirect({ ...toScreen(elsewhere), replace: true })
  }
}
