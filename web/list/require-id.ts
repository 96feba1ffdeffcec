import { redirect } from '@tanstack/react-router'
import { z } from 'zod'
import type { ScreenPath } from '../../contract/screens.ts'
import { toScreen } from '../paths.ts'
import { idInSearch } from './list-search.ts'

/** For a route whose screen is about one record: leads elsewhere where the address lacks that record's id. */
export function requireId(name: string, elsewhere: ScreenPath): (search: object) => Promise<void> {
  const schema = z.looseObject({ [name]: idInSearch })
  return async (search) => {
    // `idInSearch` makes 0 of a value that can't be an id.
    if (!schema.parse(search)[name]) throw redirect({ ...toScreen(elsewhere), replace: true })
  }
}
