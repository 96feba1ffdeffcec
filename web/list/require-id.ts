import { redirect } from '@tanstack/react-router'
import { z } from 'zod'
import type { ScreenPath } from '../../contract/screens.ts'
import { toScreen } from '../paths.ts'
import { idInSearch } from './list-search.ts'

/**
 * Returns the `prepare` function of a route about one record. It redirects to `elsewhere` if the URL has no valid id.
 */
export function requireId(name: string, elsewhere: ScreenPath): (search: object) => Promise<void> {
  const schema = z.looseObject({ [name]: idInSearch })
  return async (search) => {
    // `idInSearch` turns an invalid id into 0.
    if (!schema.parse(search)[name]) throw redirect({ ...toScreen(elsewhere), replace: true })
  }
}
