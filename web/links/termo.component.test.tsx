import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../testing/accessibility.ts'
import { catalogueHandlers, module } from '../testing/fake-catalogue.ts'
import { openPortal } from '../testing/portal.tsx'
import { button, expectGone, expectVisible, questionDialog } from '../testing/screen.ts'

const word = button('usuário master')
const text = page.getByRole('note', { name: 'Usuário master' })

function openWord(): void {
  openPortal('/unallowed', {})
}

test('a press opens the explanation and keeps the focus, Escape closes it', async () => {
  openWord()
  await expect.element(word).toHaveAttribute('aria-expanded', 'false')
  await word.click()
  await expectVisible(text.getByText('O usuário master administra os acessos da própria empresa.'))
  await expectVisible(text.getByText('Exemplo: Se falta um acesso'))
  await expect.element(word).toHaveFocus()
  await expect.element(word).toHaveAttribute('aria-expanded', 'true')
  const controls = word.element().getAttribute('aria-controls')
  expect(text.element().id).toBe(controls)
  await userEvent.keyboard('{Escape}')
  await expectGone(text)
  await expect.element(word).toHaveFocus()
  await expect.element(word).toHaveAttribute('aria-expanded', 'false')
})

test('the keyboard opens it, and a second press or a press elsewhere closes it', async () => {
  openWord()
  await expectVisible(word)
  word.element().focus()
  await userEvent.keyboard('{Enter}')
  await expectVisible(text)
  await userEvent.keyboard(' ')
  await expectGone(text)
  await word.click()
  await expectVisible(text)
  await page.getByRole('heading', { name: 'NÃO AUTORIZADO' }).click()
  await expectGone(text)
})

test('the hidden explanation is not part of the sentence', async () => {
  openWord()
  await expectVisible(
    page.getByText(
      'Se precisar dela no seu trabalho, peça o acesso ao usuário master da sua empresa.',
      { exact: true },
    ),
  )
})

/** Moves the word to a position of the window, measured from its top left corner. */
function moveWord({ x, y }: { x: number; y: number }): void {
  const { style } = word.element() as HTMLElement
  Object.assign(style, { position: 'fixed', left: `${x}px`, top: `${y}px` })
}

/** Waits until the motion of the explanation has ended, and returns its place in the window. */
async function placeOfText(): Promise<DOMRect> {
  await expectVisible(text)
  const element = text.element()
  await Promise.all(element.getAnimations().map(({ finished }) => finished))
  return element.getBoundingClientRect()
}

test.each([
  { width: 360, height: 740, x: 4, y: 120, side: 'below' },
  { width: 360, height: 740, x: 260, y: 120, side: 'below' },
  { width: 360, height: 740, x: 260, y: 340, side: 'below' },
  { width: 360, height: 740, x: 4, y: 400, side: 'above' },
  { width: 360, height: 740, x: 260, y: 715, side: 'above' },
  { width: 1280, height: 720, x: 1200, y: 690, side: 'above' },
  // 1280 × 1024 pixels at a zoom of 400 %.
  { width: 320, height: 256, x: 200, y: 60, side: 'below' },
  { width: 320, height: 256, x: 200, y: 200, side: 'above' },
])(
  'at $width × $height the explanation of a word at $x, $y opens $side it and stays in the window',
  async ({ width, height, x, y, side }) => {
    await page.viewport(width, height)
    openWord()
    await expectVisible(word)
    moveWord({ x, y })
    await word.click()
    const found = await placeOfText()
    const { top, bottom } = word.element().getBoundingClientRect()
    expect(found.left).toBeGreaterThanOrEqual(8)
    expect(found.right).toBeLessThanOrEqual(width - 8)
    if (side === 'below') {
      expect(found.top).toBeGreaterThanOrEqual(bottom)
      expect(found.bottom).toBeLessThanOrEqual(height)
    } else {
      expect(found.top).toBeGreaterThanOrEqual(0)
      expect(found.bottom).toBeLessThanOrEqual(top)
    }
    // The last line is reachable.
    text.element().scrollTop = 1000
    const example = text.getByText('Exemplo:').element().getBoundingClientRect()
    expect(example.bottom).toBeLessThanOrEqual(found.bottom)
  },
)

test('the explanation follows its word when a telephone is turned', async () => {
  await page.viewport(740, 360)
  openWord()
  await expectVisible(word)
  const { style } = word.element() as HTMLElement
  Object.assign(style, { position: 'fixed', right: '1rem', bottom: '1rem' })
  await word.click()
  await expectVisible(text)
  await page.viewport(360, 740)
  await expect
    .poll(
      () =>
        word.element().getBoundingClientRect().top - text.element().getBoundingClientRect().bottom,
    )
    .toBe(8)
  const { left, right } = text.element().getBoundingClientRect()
  expect(left).toBeGreaterThanOrEqual(8)
  expect(right).toBeLessThanOrEqual(352)
})

test('after a press on the explanation, Escape closes it and returns the focus to the word', async () => {
  openWord()
  await word.click()
  await text.getByText('Exemplo:').click()
  await expectVisible(text)
  await userEvent.keyboard('{Escape}')
  await expectGone(text)
  await expect.element(word).toHaveFocus()
})

test('the explanation passes the accessibility checkers on a telephone', async () => {
  await page.viewport(360, 740)
  openWord()
  await word.click()
  await expectVisible(text)
  await expectAccessible()
})

test('in the confirmation of identity, Escape closes only the explanation', async () => {
  const { id, service_id, ...stored } = module({ name: 'Acordos' })
  openPortal(`/secret-management?moduleId=${id}&serviceId=${service_id}`, {
    ...catalogueHandlers({ modules: [{ id, service_id, ...stored }] }),
    moduleSecretGet: () => ({
      name: stored.name,
      secret: null,
      secret_generated: false,
      secrets: [],
    }),
  })
  await button('Gerar Secret').click()
  const dialog = questionDialog('Deseja gerar uma secret para o módulo?')
  await expect.element(dialog.getByLabelText('Senha', { exact: true })).toHaveFocus()
  await dialog.getByRole('button', { name: 'confirmando' }).click()
  const explanation = page.getByRole('note', { name: 'Confirmação de identidade' })
  await expectVisible(explanation)
  await userEvent.keyboard('{Escape}')
  await expectGone(explanation)
  await expectVisible(dialog)
  // The same after a press on the explanation.
  await dialog.getByRole('button', { name: 'confirmando' }).click()
  await explanation.getByText('Exemplo:').click()
  await userEvent.keyboard('{Escape}')
  await expectGone(explanation)
  await expectVisible(dialog)
  await expect.element(dialog.getByRole('button', { name: 'confirmando' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expectGone(dialog)
})
