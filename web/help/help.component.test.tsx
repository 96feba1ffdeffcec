import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { helpPages } from '../../contract/help-pages.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { follow, openPortal } from '../testing/portal.tsx'
import { expectPath, expectToFit, expectVisible, heading } from '../testing/screen.ts'

const nav = page.getByRole('navigation', { name: 'Páginas de ajuda' })
const help = page.getByRole('link', { name: 'Ajuda desta tela (abre em outra aba)' })

test('the index leads to each page, and explains the words of the portal', async () => {
  openPortal('/ajuda', {})
  await expectVisible(heading('Ajuda'))
  const article = page.getByRole('article')
  for (const title of Object.values(helpPages))
    await expectVisible(article.getByRole('link', { name: title, exact: true }))
  await expectVisible(page.getByRole('term').filter({ hasText: 'Plano avulso' }))
  await expectAccessible()
})

test('a page shows its text and picture, and the list marks it as current', async () => {
  openPortal('/ajuda', {})
  await nav.getByRole('link', { name: 'Importar pessoas' }).click()
  await expectPath('/ajuda/importar-pessoas')
  await expectVisible(heading('Importar pessoas'))
  await expect
    .element(nav.getByRole('link', { name: 'Importar pessoas' }))
    .toHaveAttribute('aria-current', 'page')
  await expect
    .element(nav.getByRole('link', { name: 'Ajuda', exact: true }))
    .not.toHaveAttribute('aria-current')
  const picture = page.getByRole('article').getByRole('img')
  await expectVisible(picture)
  await expect.poll(() => (picture.element() as HTMLImageElement).naturalWidth).toBeGreaterThan(1)
  await expectAccessible()
  await page.viewport(360, 740)
  await expectToFit(360)
})

test("'?' in the header leads to the help page of the screen, in another tab", async () => {
  openPortal('/unallowed', {})
  await expect.element(help).toHaveAttribute('href', '/ajuda/por-que')
  await expect.element(help).toHaveAttribute('target', '_blank')
  await follow('/nada-aqui')
  await expect.element(help).toHaveAttribute('href', '/ajuda')
})

test("'?' on a help page leads to the index, in the same tab", async () => {
  openPortal('/ajuda/delegar', {})
  await expectVisible(heading('Delegar o papel de usuário master'))
  const all = page.getByRole('link', { name: 'Todas as páginas de ajuda' })
  await expect.element(all).not.toHaveAttribute('target')
  all.element().focus()
  await userEvent.keyboard('{Enter}')
  await expectPath('/ajuda')
})
