import { expect, it } from 'vitest'
import { changedSearch } from './changed-search.ts'
import { stringifySearch } from './search-params.ts'

const current = { page: 2, take: 20, search: 'ana', status: 1, sort: 'name', order: 'asc' }

it.each([
  { change: 'search', by: { search: 'bia' } },
  { change: 'filter', by: { status: 0 } },
  { change: 'sort', by: { sort: 'created_at', order: 'desc' } },
  { change: 'page size', by: { take: 50 } },
])('page 2, then $change: the first page, all other parameters kept', ({ by }) => {
  expect(changedSearch(current, by)).toEqual({ ...current, page: undefined, ...by })
})

it('another page keeps search, filter, sort and page size', () => {
  expect(changedSearch(current, { page: 3 })).toEqual({ ...current, page: 3 })
})

it('a cursor replaces the other one, and every other change removes it', () => {
  const older = { before: 'b', user_id: 1 }
  expect(stringifySearch(changedSearch(older, { after: 'a' }))).toBe('?user_id=1&after=a')
  expect(stringifySearch(changedSearch(older, { user_id: 2 }))).toBe('?user_id=2')
  expect(stringifySearch(changedSearch(older, {}))).toBe('?user_id=1')
})

it('default values and empty ones are left out of the URL', () => {
  const change = { page: 1, take: 10, search: '', status: undefined }
  expect(stringifySearch(changedSearch(current, change))).toBe('?sort=name&order=asc')
})
