import { expect, it } from 'vitest'
import { z } from 'zod'
import { api } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { filtersOf } from '../../contract/list.ts'
import { listParameters, type ListOperation } from './list-parameters.ts'
import { everything, listSearch, readListSearch } from './list-search.ts'

const operations = Object.keys(listParameters) as ListOperation[]
const queryOf = (operation: ListOperation) => {
  const declared: Endpoint = api[operation]
  return declared.query ?? z.object({})
}

it('the table has the sort columns, default order and filters of every list of the contract', () => {
  expect(operations).toContain('companyList')
  for (const operation of operations) {
    const { sorts, order, filters } = listParameters[operation]
    const query = queryOf(operation)
    expect(Object.keys(filters)).toEqual(filtersOf(query))
    for (const sort of sorts) expect(query.parse({ sort }), operation).toMatchObject({ sort })
    expect(query.safeParse({ sort: 'unknown' }).success).toBe(false)
    expect(query.parse({}), operation).toMatchObject({ order })
  }
})

it('a filter accepts the first and the last value of its schema, and no others', () => {
  for (const operation of operations)
    for (const [name, accepted] of Object.entries(listParameters[operation].filters)) {
      const [first, last] =
        'values' in accepted
          ? [accepted.values[0], accepted.values.at(-1)]
          : [accepted.minimum, accepted.maximum]
      for (const value of [first, last]) {
        const inUrl = { [name]: String(value) }
        expect(queryOf(operation).parse(inUrl), operation).toMatchObject({ [name]: value })
        expect(readListSearch(operation, inUrl), operation).toMatchObject({ [name]: value })
      }
      for (const value of ['-1', '2147483648', 'x', '']) {
        const inUrl = { [name]: value }
        expect(queryOf(operation).safeParse(inUrl).success, operation).toBe(false)
        expect(readListSearch(operation, inUrl), operation).not.toHaveProperty(name, Number(value))
      }
    }
})

it('reads the parameters of a list and its ids; invalid values count as absent', () => {
  const read = listSearch('actionList', 'functionId')
  expect(
    read({ page: '2', take: '20', sort: 'path', order: 'desc', status: '0', functionId: '7' }),
  ).toEqual({ page: 2, take: 20, sort: 'path', order: 'desc', status: 0, functionId: 7 })
  expect(read({ status: everything })).toEqual({ status: everything })
  expect(
    read({
      page: '0',
      take: '7',
      sort: 'url',
      order: 'up',
      view: 'x',
      other: '1',
      functionId: 'x',
    }),
  ).toEqual({ functionId: 0 })
})
