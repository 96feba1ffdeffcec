import { expect, it } from 'vitest'
import type { ColumnsOf, ListArguments, ListOperation } from './list-operation.ts'

// These functions never run. `npm run check` compiles them, and fails if one of them compiles without its
// `@ts-expect-error`.
const mistakes = {
  // @ts-expect-error The sort key of a column must be one of the query of its list.
  unknownOrder: (): ColumnsOf<'serviceList'> => [{ header: 'Url', sort: 'url', cell: () => null }],
  // @ts-expect-error A cell can only use fields of the rows of its list.
  unknownCell: (): ColumnsOf<'serviceList'> => [{ header: 'Url', cell: ({ url }) => String(url) }],
  // @ts-expect-error `actionList` requires the id of the function.
  withoutParams: (): ListArguments<'actionList'> => [],
  // @ts-expect-error `moduleList` has the filter `service_id`, and none that the contract does not declare.
  unknownFilter: (): ListArguments<'moduleList'> => [{ query: { plan_id: 1 } }],
  // @ts-expect-error An operation that returns one record is not a list.
  noList: (): ListOperation => 'serviceGet',
}

it('rejects each of these at compile time', () => {
  expect(Object.keys(mistakes)).toHaveLength(5)
})
