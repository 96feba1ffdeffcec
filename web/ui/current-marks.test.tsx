import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { HeaderCell } from './header-cell.tsx'
import { PageButtons } from './page-buttons.tsx'

const render = (content: ReactNode) =>
  renderToStaticMarkup(<MantineProvider>{content}</MantineProvider>)

/** Tags of the markup that have this attribute. */
const tagsWith = (markup: string, attribute: string) =>
  markup.match(new RegExp(`<[^>]* ${attribute}="[^>]*>`, 'g')) ?? []

describe('the current page', () => {
  it.each([1, 2, 5])('%d is marked in the pager, and no other', (page) => {
    const markup = render(<PageButtons page={page} last={5} onPage={() => {}} />)
    const marked = tagsWith(markup, 'aria-current')
    expect(marked).toHaveLength(1)
    expect(marked[0]).toContain(`aria-label="Página ${page}"`)
    expect(marked[0]).toContain('aria-current="page"')
  })
})

describe('the order of a list', () => {
  const columns = ['name', 'created_at', 'status'] as const
  const header = (order: 'asc' | 'desc') =>
    columns.map((sort) => (
      <HeaderCell
        key={sort}
        column={{ header: sort, sort, cell: () => null }}
        kind={undefined}
        ordering={{ sort: 'created_at', order }}
        onOrder={() => {}}
      />
    ))

  it.each([
    { order: 'asc', direction: 'ascending' },
    { order: 'desc', direction: 'descending' },
  ] as const)('$order is marked in its column, and in no other', ({ order, direction }) => {
    const marks = [...render(header(order)).matchAll(/aria-sort="(\w+)"/g)].map(([, mark]) => mark)
    expect(marks).toEqual(['none', direction, 'none'])
  })
})
