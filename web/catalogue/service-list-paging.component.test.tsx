import { expect, test } from 'vitest'
import { emptyPage, listPage } from '../testing/fake-list.ts'
import { service } from '../testing/fake-services.ts'
import { openPortal } from '../testing/portal.tsx'
import {
  button,
  expectVisible,
  field,
  focus,
  pager,
  place,
  row,
  search,
} from '../testing/screen.ts'

const rows = Array.from({ length: 30 }, (_, index) => service({ name: `Lote ${index}` }))
const onPage2 = { page: '2', take: '5', search: 'lote', sort: 'name', order: 'asc', status: '1' }

test.each([
  {
    change: 'search',
    make: () => search.fill('Lote 1'),
    changed: { search: 'Lote 1' },
  },
  {
    change: 'filter',
    make: () => field('Status').selectOptions('Inativo'),
    changed: { status: '0' },
  },
  {
    change: 'sort',
    make: () => button('Nome').click(),
    changed: { order: 'desc' },
  },
  {
    change: 'page size',
    make: () => field('Itens por página').selectOptions('20'),
    changed: { take: '20' },
  },
])('page 2, then another $change: page 1, and the rest is kept', async ({ make, changed }) => {
  const pages: number[] = []
  openPortal(`/service-list?${new URLSearchParams(onPage2)}`, {
    moduleList: emptyPage,
    serviceList({ query }) {
      pages.push(query.page)
      return listPage(rows, query)
    },
  })
  const isCurrent = (name: string) =>
    expect.element(pager.getByRole('button', { name, exact: true })).toHaveAttribute('aria-current')
  await isCurrent('Página 2')
  await make()
  await isCurrent('Página 1')
  const { page: _, ...others } = onPage2
  await expect.poll(place).toEqual({ ...others, ...changed })
  expect(pages).toEqual([2, 1])
})

test('a field of the pager keeps the focus when the rows arrive', async () => {
  const arrived = Promise.withResolvers<void>()
  openPortal('/service-list', {
    moduleList: emptyPage,
    async serviceList({ query }) {
      await arrived.promise
      return listPage(rows, query)
    },
  })
  await focus(field('Itens por página'))
  arrived.resolve()
  await expectVisible(row('Lote 0'))
  await expect.element(field('Itens por página')).toHaveFocus()
})
