import { expect, it } from 'vitest'
import { changedSearch } from '../list/changed-search.ts'
import { stringifySearch } from '../list/search-params.ts'
import { addressOf, filtersIn, userListSearch } from './user-list-search.ts'

it('a cleared field of the user search is removed from the URL, and paging returns to page 1', () => {
  const users = userListSearch({ name: 'ana', no_access: '1', page: '2', take: '5' })
  const cleared = { ...filtersIn(users), name: '', no_access: false }
  expect(stringifySearch(changedSearch(users, addressOf(cleared)))).toBe('?take=5')
})
