import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { history } from '../routes/history.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { module } from '../testing/fake-catalogue.ts'
import { emptyPage } from '../testing/fake-list.ts'
import { profileHandlers } from '../testing/fake-profiles.ts'
import { service, serviceHandlers } from '../testing/fake-services.ts'
import { openPortal } from '../testing/portal.tsx'
import {
  choose,
  confirmIdentity,
  expectGone,
  expectPath,
  expectVisible,
  field,
  heading,
  pager,
  row,
  save,
  search,
  toast,
} from '../testing/screen.ts'

const next = page.getByRole('region', { name: 'Próximo passo' })
const marked = page.getByRole('row').filter({ hasText: 'Novo' })

/** Creates a service from the list. The list then has this number of other services. */
async function createService(others: number, height = 720, width = 1280): Promise<void> {
  await page.viewport(width, height)
  const rows = Array.from({ length: others }, (_, index) => service({ name: `Lote ${index}` }))
  openPortal('/service-form', { ...serviceHandlers(rows), moduleList: emptyPage })
  await field('Nome').fill('Roaming')
  await field('Descrição').fill('Criado por um teste.')
  await save()
  await confirmIdentity()
  await expectPath('/service-list')
}

test('a new row is marked, in sight and focused, and the note above leads to the next step', async () => {
  await createService(9, 420)
  const link = row('Roaming').getByRole('link', { name: 'Roaming', exact: true })
  await expect.element(link).toHaveFocus()
  await expect.element(link).toBeInViewport()
  await expect.element(row('Roaming')).toHaveTextContent('Novo')
  await expect
    .element(page.getByRole('rowheader', { name: 'Roaming', exact: true }))
    .toHaveAccessibleDescription('Novo')
  expect(marked.elements()).toHaveLength(1)
  await expect.element(next).toHaveTextContent('Recém-criado: Roaming.')
  await expectAccessible()
  await next.getByRole('link', { name: 'Cadastrar módulo' }).click()
  await expectPath('/module-create')
  // Going back shows the list as it was left.
  history.back()
  await expectVisible(next)
  await expect.element(row('Roaming')).toHaveTextContent('Novo')
})

test('title and new row are both visible if both fit, below the header and above the pager', async () => {
  await createService(6, 640)
  await expect
    .element(row('Roaming').getByRole('link', { name: 'Roaming', exact: true }))
    .toHaveFocus()
  const [header, title, created, foot] = [
    page.getByRole('banner'),
    heading('Serviços'),
    row('Roaming'),
    pager,
  ].map((each) => each.element().getBoundingClientRect())
  expect(title!.top).toBeGreaterThanOrEqual(header!.bottom)
  expect(created!.bottom).toBeLessThanOrEqual(foot!.top)
  expect(window.scrollY).toBeGreaterThan(0)
})

test('in a narrow window the note contains the sentence of the toast and replaces it', async () => {
  await createService(2, 740, 360)
  await expect
    .element(next)
    .toHaveTextContent(
      'Serviço cadastrado. Recém-criado: Roaming. Agora cadastre os módulos do serviço.',
    )
  await expectGone(toast('Serviço cadastrado'))
})

test('a new row on another page of the list is opened by the note', async () => {
  await createService(10)
  await expectVisible(row('Lote 0'))
  await expectGone(row('Roaming'))
  await expect.element(next).toHaveTextContent('Recém-criado: Roaming.')
  await next.getByRole('link', { name: 'Abrir: Roaming' }).click()
  await expectPath('/service-form')
  await expect.element(field('Nome')).toHaveValue('Roaming')
})

test('note and mark disappear when the note is closed, or the list is searched', async () => {
  await createService(2)
  await next.getByRole('button', { name: 'Agora não' }).click()
  await expectGone(next)
  await expect.element(row('Roaming')).not.toHaveTextContent('Novo')
  await expect.element(page.getByRole('main')).toHaveFocus()
  history.back()
  await field('Nome').fill('Voz')
  await field('Descrição').fill('Criado por um teste.')
  await save()
  await confirmIdentity()
  await expect.element(row('Voz')).toHaveTextContent('Novo')
  await search.fill('Lote')
  await expectGone(next)
})

test('an address of another page load marks nothing', async () => {
  openPortal('/status', serviceHandlers([service({ id: 7, name: 'Voz' })]))
  history.push('/service-list', { created: { ids: [7], name: 'Voz', loadedAt: 1 } })
  await expectVisible(row('Voz'))
  await expectGone(next)
  await expect.element(row('Voz')).not.toHaveTextContent('Novo')
})

test('after a profile its functions are offered', async () => {
  const bridges = module({ name: 'Pontes' })
  openPortal('/profile-create', profileHandlers({ modules: [bridges], profiles: [] }))
  await choose('Serviço', 'Voz')
  await choose('Módulo', 'Pontes')
  await field('Nome').fill('Analista')
  await save()
  await confirmIdentity()
  await expect.element(row('Analista')).toHaveTextContent('Novo')
  await expect.element(next).toHaveTextContent('Agora escolha as funções do perfil.')
  await userEvent.click(next.getByRole('link', { name: 'Escolher funções' }))
  await expectPath('/profile-edit-function')
})
