import type { Page } from '@playwright/test'
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import { alert } from './screen.ts'
import { chooseWay, resetBrowser, submitCredentials } from './sign-in-steps.ts'

/** Simulates a page translator: wraps or replaces each text node, also those added later. */
async function translate(page: Page, how: 'wrap' | 'replace'): Promise<void> {
  await page.evaluate((kind) => {
    const translateTexts = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) {
        const parent = text.parentElement
        if (!parent || !text.data.trim() || parent.closest('font, script, style')) continue
        const [outer, inner] = [document.createElement('font'), document.createElement('font')]
        text.replaceWith(outer)
        outer.append(inner)
        inner.append(kind === 'wrap' ? text : document.createTextNode(text.data))
      }
    }
    translateTexts()
    new MutationObserver(translateTexts).observe(document.body, { childList: true, subtree: true })
  }, how)
}

for (const how of ['wrap', 'replace'] as const)
  test(`pages opt out of translation, and survive a translator that would ${how} each text`, async ({
    page,
    world,
    enter,
  }) => {
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await test.step('the sign-in', async () => {
      await page.goto('/auth')
      await expect(page.locator('html')).toHaveAttribute('translate', 'no')
      await expect(page.locator('meta[name=google]')).toHaveAttribute('content', 'notranslate')
      await translate(page, how)
      for (const [email, message] of [
        ['', 'Insira o e-mail.'],
        ['a', 'Insira a senha.'],
        ['', 'Insira o e-mail.'],
      ] as const) {
        await submitCredentials(page, email, '')
        await expect(alert(page, message)).toBeVisible()
      }
    })

    await test.step('the console', async () => {
      await enter('/service-list')
      await expect(page.locator('html')).toHaveAttribute('translate', 'no')
      await translate(page, how)
      const service = await world.service()
      for (const path of ['/user-list', '/home', '/profile-list', '/service-list']) {
        await follow(page, path)
        await expect(page.locator('main h1')).toHaveCount(1)
      }
      await follow(page, `/service-list?search=${service.name}`)
      await expect(page.getByRole('rowheader', { name: service.name })).toBeVisible()
      await follow(page, '/user-create')
      await page.getByRole('button', { name: /Salvar|Cadastrar/ }).click()
      await expect(page.getByText('Preencha o campo nome!')).toBeVisible()
      await expect(page.getByText('Algo deu errado')).toHaveCount(0)
    })
    expect(errors).toEqual([])
  })

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })

  /** Fields with a font so small that Safari zooms in. */
  const smallFields = (page: Page) =>
    page
      .locator('input:not([type=checkbox], [type=radio], [type=hidden]), select, textarea')
      .evaluateAll((fields) =>
        fields
          .filter((field) => field.checkVisibility())
          .map((field) => [field.outerHTML, Number.parseFloat(getComputedStyle(field).fontSize)])
          .filter(([, size]) => Number(size) < 16),
      )

  test('every field has a font large enough to avoid zooming', async ({ page, world, enter }) => {
    const person = await world.visitor()
    await page.goto('/auth')
    await expect(page.getByLabel('Usuário (e-mail)')).toBeVisible()
    expect(await smallFields(page)).toEqual([])
    await submitCredentials(page, person.email)
    await chooseWay(page, 'E-mail')
    expect(await smallFields(page)).toEqual([])
    await resetBrowser(page)

    const company = await world.build.company({ spids: ['7101'] })
    await enter('/user-create')
    for (const path of [
      '/user-create',
      '/user-list',
      `/user-edit-profile?id=${person.id}`,
      '/company-list',
      `/company-form?id=${company.id}`,
      '/operator-create',
      '/module-list',
      '/profile-create',
      '/plan-loose-form',
      '/token-management',
    ]) {
      await follow(page, path)
      await expect(
        page.getByRole('main').locator('input:visible, select:visible').first(),
      ).toBeVisible()
      expect(await smallFields(page), path).toEqual([])
    }
    // On this narrow screen, all filters of the audit log are in a dialog.
    await follow(page, '/audit-list')
    await page.getByRole('button', { name: 'Filtros' }).click()
    await expect(page.getByRole('combobox', { name: 'Operação' })).toBeVisible()
    expect(await smallFields(page)).toEqual([])
  })
})

test('a phone number can be edited in the middle and pasted in any format', async ({
  page,
  enter,
}) => {
  await enter('/user-create')
  const phone = page.getByRole('textbox', { name: 'Telefone' })
  const caret = () => phone.evaluate((field: HTMLInputElement) => field.selectionStart)
  const toCaret = (place: number) =>
    phone.evaluate((field: HTMLInputElement, at) => field.setSelectionRange(at, at), place)

  await test.step('removed characters do not move the caret', async () => {
    await phone.fill('5511987654321')
    await toCaret(4)
    for (const [key, value, place] of [
      ['x', '5511987654321', 4],
      ['-', '5511987654321', 4],
      ['0', '55110987654321', 5],
      ['Backspace', '5511987654321', 4],
    ] as const) {
      await page.keyboard.press(key)
      await expect(phone).toHaveValue(value)
      expect(await caret()).toBe(place)
    }
  })

  await test.step('only the digits of pasted text are kept', async () => {
    for (const pasted of [
      '\u202a+55 (11) 98765\u20114321\u202c',
      '\u206655 11 98765\u20134321\u2069',
      '\uff15\uff15\uff11\uff11\uff19\uff18\uff17\uff16\uff15\uff14\uff13\uff12\uff11',
    ]) {
      await phone.fill('')
      await phone.focus()
      await page.keyboard.insertText(pasted)
      await expect(phone).toHaveValue('5511987654321')
    }
  })
})
