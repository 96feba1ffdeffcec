/** Simulates a slow machine: the page's timers run after the user's next action. */
import { test } from './console.ts'
import { delayTimers, demoPassword, expect } from './fixtures.ts'
import { timersPassed } from './keyboard.ts'
import { makeLoosePlan } from './plan-rows.ts'
import { answer, confirmIdentity, questionDialog, toast } from './screen.ts'
import { submitCredentials } from './sign-in-steps.ts'

test.beforeEach(({ page }) => page.addInitScript(delayTimers, 300))

test('a question opens again right after it closes, for the same row and for the next', async ({
  page,
  portaria,
  enter,
}) => {
  const [one, other] = [await makeLoosePlan(portaria, 1), await makeLoosePlan(portaria, 1)]
  const { id, name } = one.company
  await portaria.sql.query('update loose_plans set company_id = $1 where id = $2', [id, other.id])
  await enter(`/plan-loose?search=${name}`)
  const removal = ({ module }: typeof one) =>
    page.getByRole('button', { name: `Remover: ${name}, ${module.name}` })
  const remove = removal(one)
  const question = 'Deseja realmente remover este plano avulso?'
  await remove.click()
  await expect(page.getByRole('dialog', { name: question })).toBeVisible()
  await timersPassed(page)
  await answer(page, question, false)
  await remove.click()
  await confirmIdentity(page, question)
  await expect(toast(page, 'Plano removido com sucesso!')).toBeVisible()
  await removal(other).click()
  await expect(questionDialog(page, question)).toBeVisible()
})

test('the code field has the focus although it appeared before the dialog set its initial focus', async ({
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
