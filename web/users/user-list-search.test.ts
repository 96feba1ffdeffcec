import { expect, it } from 'vitest'
import { changedSearch } from '../list/changed-search.ts'
import { stringifySearch } from '../list/search-params.ts'
import { addressOf, filtersIn, userListSearch, userSearchBody } from './user-list-search.ts'

const everyFilter = {
  name: 'ana',
  email: 'ana@operadora.example',
  status: 2,
  phone_number: '5541',
  company_id: 12,
  no_access: 1,
  no_factor: 1,
  invited: 0,
  pending: 'invitation',
} as const

it('every filter of the address stays in it when another one changes, and reaches the server', () => {
  const search = userListSearch(everyFilter)
  const { filters } = userSearchBody(search)
  expect(Object.keys(filters ?? {}).toSorted()).toEqual(Object.keys(everyFilter).toSorted())
  expect(Object.values(filters ?? {})).not.toContain(undefined)
  for (const name of Object.keys(everyFilter)) {
    const cleared = name === 'no_access' || name === 'no_factor' ? false : ''
    const changed = addressOf({ ...filtersIn(search), [name]: cleared })
    expect(changed).toEqual({ ...everyFilter, [name]: undefined })
  }
})

it('a cleared field of the user search is removed from the URL, and paging returns to page 1', () => {
  const users = userListSearch({ name: 'ana', no_access: '1', page: '2', take: '5' })
  const cleared = { ...filtersIn(users), name: '', no_access: false }
  expect(stringifySearch(changedSearch(users, addressOf(cleared)))).toBe('?take=5')
})
