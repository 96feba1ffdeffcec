/** No decision depends on the local clock. captcha-clock.slow.e2e.ts tests this for the captcha. */
import { dayOf } from '../contract/days.ts'
import { expect, test } from './console.ts'
import { storedToken } from './screen.ts'
import { shiftClock } from './shifted-clock.ts'

const hour = 3_600_000
const day = 24 * hour

test('correcting the clock ends no session', async ({ page, world, openAccessPage }) => {
  await openAccessPage((await world.administrator()).email)
  await expect(page.getByRole('button', { name: 'Acessar Gestão de Acesso' })).toBeVisible()
  for (const shift of [2 * hour, -2 * hour, day]) {
    await shiftClock(page, shift)
    // A clock that jumps ahead may mean that the computer slept, so the server is asked.
    const validation = shift > 0 ? page.waitForResponse('**/api/user/validate') : undefined
    const mark = () => page.evaluate(() => localStorage.getItem('last_activity'))
    const before = await mark()
    await expect(async () => {
      await page.mouse.move(Math.random() * 100, 10)
      expect(await mark()).not.toBe(before)
    }).toPass()
    expect((await validation)?.status() ?? 200).toBe(200)
    await expect(page).toHaveURL(/\/access-page/)
    expect(await storedToken(page)).not.toBeNull()
  }
})

test('after sleep the server decides: an expired session ends on the first activity', async ({
  page,
  world,
  openAccessPage,
}) => {
  const person = await world.administrator()
  await openAccessPage(person.email)
  await expect(page.getByRole('button', { name: 'Acessar Gestão de Acesso' })).toBeVisible()
  await world.endSessions(person)
  await shiftClock(page, 2 * hour)
  await expect(async () => {
    await page.mouse.move(Math.random() * 100, 10)
    await expect(page).toHaveURL(/\/auth/, { timeout: 1000 })
  }).toPass()
  await expect.poll(() => storedToken(page)).toBeNull()
})

test("today is the server's day: it can be selected for a delegation, and a token must end later", async ({
  page,
  world,
  enter,
}) => {
  const master = await world.master()
  await enter('/master-delegation', master.email)
  const today = dayOf(new Date())
  for (const shift of [2 * day, -2 * day]) {
    await shiftClock(page, shift)
    await page.reload()
    await expect(page.getByText('0 de 2 delegações da empresa')).toBeVisible()
    await expect(page.getByLabel('Data de início')).toHaveAttribute('min', today)
    await page.getByLabel('Data de início').fill(today)
    await page.getByRole('button', { name: 'Salvar' }).click()
    // The only invalid field is the user.
    await expect(page.getByLabel('Data de início')).not.toHaveAttribute('aria-invalid', 'true')
  }
})
