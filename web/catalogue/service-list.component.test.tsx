import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Service } from '../../contract/services.ts'
import { disconnect } from '../testing/fake-api.ts'
import { emptyPage } from '../testing/fake-list.ts'
import { service, serviceHandlers } from '../testing/fake-services.ts'
import { follow, openPortal, reopen } from '../testing/portal.tsx'
import {
  button,
  expectCount,
  expectGone,
  expectPath,
  expectTexts,
  expectToFit,
  expectVisible,
  field,
  focus,
  heading,
  noRows,
  pager,
  place,
  row,
  rows,
  search,
} from '../testing/screen.ts'

const press = (name: string) => pager.getByRole('button', { name, exact: true }).click()
const step = (name: string) => pager.getByRole('button', { name, exact: true })
const number = (n: number) => `Lote ${String(n).padStart(2, '0')}`
const batch = (count: number): Service[] =>
  Array.from({ length: count }, (_, index) => service({ name: number(index + 1) }))

const open = (path: string, of: Service[]) =>
  openPortal(path, { ...serviceHandlers(of), moduleList: emptyPage })

test('pages by 10 by default, with disabled ends and the current page marked', async () => {
  open('/service-list', batch(63))
  await expectVisible(heading('Serviços'))
  await expectCount(rows, 10)
  await expectVisible(page.getByText('1 a 10 de 63'))
  await expect.element(step('Primeira página')).toBeDisabled()
  await expect.element(step('Página anterior')).toBeDisabled()
  await press('Próxima página')
  await expect.element(step('Página 2')).toHaveAttribute('aria-current', 'page')
  await press('Última página')
  await expectVisible(page.getByText('61 a 63 de 63'))
  await expect.element(step('Próxima página')).toBeDisabled()
  await expect.element(step('Última página')).toBeDisabled()
  await press('Página 5')
  await expectVisible(page.getByText('41 a 50 de 63'))
  await press('Página anterior')
  await expectVisible(page.getByText('31 a 40 de 63'))
  await press('Primeira página')
  await expectVisible(page.getByText('1 a 10 de 63'))
  for (const size of ['5', '20', '50']) {
    await field('Itens por página').selectOptions(size)
    await expectCount(rows, Number(size))
  }
})

test('shows when nothing was found, and redirects a page beyond the last', async () => {
  open('/service-list?search=Lote&page=99&take=7&sort=nonsense', batch(12))
  await expectVisible(page.getByText('11 a 12 de 12'))
  await expect.poll(place).toEqual({ page: '2', search: 'Lote' })
  await search.fill('não há nada assim')
  await expectVisible(noRows)
})

test('shows the columns of a service, and orders by each', async () => {
  const [a, b, c] = ['Alfa', 'Beta', 'Gama']
  open('/service-list', [
    service({ name: a, created_at: '2019-03-04T12:00:00Z', updated_at: '2020-01-02T03:04:05Z' }),
    service({ name: b, created_at: '2018-05-06T12:00:00Z', active: false }),
    service({ name: c, created_at: '2018-06-07T12:00:00Z', updated_at: '2019-03-04T12:00:00Z' }),
  ])
  await expectTexts(rows, [a, b, c])
  const cells = (of: string) => row(of).getByRole('cell')
  await expect.element(cells(a).nth(0)).toHaveTextContent(/^04\/03\/2019 09:00:00$/)
  await expect.element(cells(a).nth(1)).toHaveTextContent(/^02\/01\/2020 00:04:05$/)
  await expect.element(cells(b).nth(2)).toHaveTextContent(/^Inativo$/)
  const headers = page.getByRole('columnheader')
  for (const { header, ascending } of [
    { header: 'Data de criação', ascending: [b, c, a] },
    { header: 'Data de atualização', ascending: [c, a, b] },
    { header: 'Nome', ascending: [a, b, c] },
  ]) {
    await headers.getByRole('button', { name: header }).click()
    await expectTexts(rows, ascending)
    await headers.getByRole('button', { name: header }).click()
    await expect
      .element(page.getByRole('columnheader', { name: header }))
      .toHaveAttribute('aria-sort', 'descending')
    await expectTexts(rows, ascending.toReversed())
  }
  await headers.getByRole('button', { name: 'Status' }).click()
  await expect.poll(place).toMatchObject({ sort: 'status', order: 'asc' })
})

test('keeps page, size, search and order in the URL, over reload and back button', async () => {
  open('/service-list', batch(12))
  await page.getByRole('searchbox', { name: 'Buscar Serviço' }).fill('LOTE')
  await expect.poll(place).toMatchObject({ search: 'LOTE' })
  // A search orders by relevance until a column is selected.
  await button('Nome').click()
  await expect.poll(place).toMatchObject({ sort: 'name', order: 'asc' })
  await button('Nome').click()
  await expect.poll(place).toMatchObject({ sort: 'name', order: 'desc' })
  await field('Itens por página').selectOptions('5')
  await expect.poll(place).toMatchObject({ take: '5' })
  await press('Página 2')
  const left = { page: '2', take: '5', search: 'LOTE', sort: 'name', order: 'desc' }
  await expect.poll(place).toEqual(left)
  const shown = [7, 6, 5, 4, 3].map(number)
  await expectTexts(rows, shown)
  reopen()
  await expectTexts(rows, shown)
  await expect.element(search).toHaveValue('LOTE')
  await expect
    .element(page.getByRole('columnheader', { name: 'Nome' }))
    .toHaveAttribute('aria-sort', 'descending')
  const edit = row(number(7)).getByRole('link', { name: `Editar: ${number(7)}` })
  await edit.click()
  await expect.element(field('Nome')).toHaveValue(number(7))
  history.back()
  await expectTexts(rows, shown)
  await edit.click()
  await button('Voltar').click()
  await expect.poll(place).toEqual(left)
  await expectTexts(rows, shown)
  history.back()
  await expectPath('/service-form')
  history.back()
  await expect.poll(place).toEqual(left)
  history.back()
  await expectVisible(page.getByText('1 a 5 de 12'))
})

test('drops a pending search when the list is left for another', async () => {
  const stored = service({ name: 'Passagem' })
  const fake = open('/service-list', [stored])
  await expectVisible(row('Passagem'))
  // Delays the next screen, so that the list is still shown when the pending search would start.
  const [requested, coming] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  fake.use({
    async userValid() {
      requested.resolve()
      await coming.promise
      return { valid: true, actions: [] }
    },
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await search.fill('PASSAGEM')
  await page.getByRole('link', { name: 'Módulos: Passagem' }).click()
  await requested.promise
  vi.advanceTimersByTime(1000)
  coming.resolve()
  vi.useRealTimers()
  await expectVisible(heading('Módulo'))
  expect(place()).toEqual({ serviceId: String(stored.id) })
})

test('reports that it could not be read, and retries', async () => {
  const stored = service({ name: 'Voz' })
  const fake = open('/status', [stored])
  fake.use({ serviceList: disconnect })
  await follow('/service-list')
  await expectVisible(page.getByText('Não foi possível carregar a lista.'))
  await expectGone(page.getByRole('table'))
  fake.use(serviceHandlers([stored]))
  await button('Tentar novamente').click()
  await expectVisible(row('Voz'))
})

test('shows its rows as sortable cards on a phone, with filters and order in a dialog', async () => {
  await page.viewport(360, 740)
  open('/service-list?search=Lote', batch(12))
  await expectVisible(page.getByText('Página 1 de 2'))
  await button('Filtros').click()
  await expect.element(field('Ordenar por')).toHaveValue('')
  await field('Ordenar por').selectOptions('Nome')
  await page.getByRole('button', { name: /^Ordem crescente/ }).click()
  await expect.poll(place).toMatchObject({ order: 'desc' })
  await expectVisible(page.getByText(number(12)))
  await field('Ordenar por').selectOptions('Data de criação')
  await expect.poll(place).toMatchObject({ sort: 'created_at' })
  await field('Status').selectOptions('Ativo')
  await button('Ver resultados').click()
  await expect.element(button('Filtros (1)')).toHaveFocus()
  await press('Próxima página')
  await expectVisible(page.getByText('Página 2 de 2'))
  await expectToFit(360)
})

test('moves the least important columns into the details of a row, until they are chosen', async () => {
  await page.viewport(700, 740)
  localStorage.removeItem('columns')
  onTestFinished(() => localStorage.removeItem('columns'))
  open('/service-list', [
    service({
      name: 'Alfa',
      created_at: '2019-03-04T12:00:00Z',
      updated_at: '2020-01-02T03:04:05Z',
    }),
  ])
  const headers = page.getByRole('columnheader')
  const shown = ['Nome', 'Data de criação', 'Status', 'Ações', 'Mais dados']
  await expectTexts(headers, shown)
  const toggle = row('Alfa').getByRole('button', { name: 'Mais dados Alfa' })
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'false')
  await focus(toggle)
  await userEvent.keyboard('{Enter}')
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'true')
  await expect.element(page.getByRole('definition')).toHaveTextContent('02/01/2020 00:04:05')

  await button('Opções da lista').click()
  const columns = page.getByRole('dialog', { name: 'Opções da lista' })
  const updated = columns.getByLabelText('Data de atualização')
  await expect.element(updated).not.toBeChecked()
  await updated.click()
  const chosen = ['Nome', 'Data de atualização', 'Status', 'Ações', 'Mais dados']
  await expectTexts(headers, chosen)
  await expectToFit(700)
  reopen()
  await expectTexts(headers, chosen)
  await button('Opções da lista').click()
  await button('Escolher pela largura').click()
  await expectTexts(headers, shown)
})

test('a click anywhere on a row opens its record, except on controls and on selected text', async () => {
  const stored = service({ name: 'Voz' })
  open('/service-list', [stored, service({ name: 'Dados' })])
  const status = row('Voz').getByRole('cell', { name: 'Ativo' })
  const selection = getSelection()
  selection?.selectAllChildren(await status.findElement())
  await status.click()
  await expectPath('/service-list')
  selection?.removeAllRanges()
  await row('Voz').getByRole('link', { name: 'Módulos: Voz' }).click()
  await expectPath('/module-list')
  history.back()
  await expectPath('/service-list')
  await status.click()
  await expectPath('/service-form')
  await expect.poll(place).toEqual({ id: String(stored.id) })
})

test('the middle button and Ctrl open the record of a row in a new tab', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  onTestFinished(() => opened.mockRestore())
  open('/service-list', [service({ name: 'Voz' })])
  const status = row('Voz').getByRole('cell', { name: 'Ativo' })
  await status.click({ button: 'middle' })
  await status.click({ modifiers: ['Control'] })
  const { href } = (await row('Voz')
    .getByRole('link', { name: 'Voz', exact: true })
    .findElement()) as HTMLAnchorElement
  expect(opened.mock.calls).toEqual([
    [href, '_blank', 'noopener'],
    [href, '_blank', 'noopener'],
  ])
  await expectPath('/service-list')
})
