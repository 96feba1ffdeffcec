import { expect, it } from 'vitest'
import { functions } from '../../contract/functions.ts'
import type { ColumnsOf, ListArguments, ListOperation } from './list-operation.ts'
import type { useList } from './use-list.ts'

// Never run: `npm run check` compiles them, and fails where one of them begins to compile without its comment.
const mistakes = {
  // @ts-expect-error A column can't be ordered by what the query of its list doesn't know.
  unknownOrder: (): ColumnsOf<'serviceList'> => [{ header: 'Url', sort: 'url', cell: () => null }],
  // @ts-expect-error A cell shows what the rows of its list have.
  unknownCell: (): ColumnsOf<'serviceList'> => [{ header: 'Url', cell: ({ url }) => String(url) }],
  // @ts-expect-error The actions of a function are listed by its id.
  withoutParams: (): ListArguments<'actionList'> => [],
  // @ts-expect-error Modules are limited by `service_id`, and not by a filter that the contract doesn't know.
  unknownFilter: (): ListArguments<'moduleList'> => [{ query: { plan_id: 1 } }],
  // @ts-expect-error What answers one record is no list.
  noList: (): ListOperation => 'serviceGet',
  // @ts-expect-error Actions are declared in a file of their own.
  otherFile: (): Parameters<typeof useList<'actionList'>>[0] => functions,
}

it('lets none of these compile', () => {
  expect(Object.keys(mistakes)).toHaveLength(6)
})
