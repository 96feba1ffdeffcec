/** What a busy machine does to a page: what it puts off by a timer comes after what the person does next. */
import type { Page } from '@playwright/test'
import { test } from './console.ts'
import { delayTimers, demoPassword, expect } from './fixtures.ts'
import { makeLoosePlan } from './plan-rows.ts'
import { answer, confirmIdentity, proofDialog, toast } from './screen.ts'
import { submitCredentials } from './sign-in-steps.ts'

test.beforeEach(({ page }) => page.addInitScript(delayTimers, 300))

/** What the page had put off until now has come. */
const timersPassed = (page: Page) =>
  page.evaluate(() => new Promise((passed) => setTimeout(passed)))

test('whoever changes their mind at once is asked again, and so is who goes on to the next', async ({
  page,
  portaria,
  enter,
}) => {
  const [one, other] = [await makeLoosePlan(portaria, 1), await makeLoosePlan(portaria, 1)]
  await enter('/plan-loose?take=100')
  const removal = ({ company, module }: typeof one) =>
    page.getByRole('button', { name: `Remover: ${company.name}, ${module.name}` })
  const remove = removal(one)
  const question = 'Deseja realmente remover este plano avulso?'
  await remove.click()
  await expect(page.getByRole('dialog', { name: question })).toBeVisible()
  await timersPassed(page)
  await answer(page, question, false)
  await remove.click()
  await answer(page, question, true)
  await confirmIdentity(page)
  await expect(toast(page, 'Plano removido com sucesso!')).toBeVisible()
  await removal(other).click()
  await answer(page, question, true)
  await expect(proofDialog(page)).toBeVisible()
})

test('the focus is on the code although that came before the dialog had given it away', async ({
  page,
  world,
}) => {
  const { email } = await world.build.user({ password: demoPassword })
  await page.goto('/auth')
  await submitCredentials(page, email)
  await expect(page.getByLabel('Dígito 1 de 6')).toBeFocused()
  await timersPassed(page)
  await expect(page.getByLabel('Dígito 1 de 6')).toBeFocused()
})
