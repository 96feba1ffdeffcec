/** Hours without activity, on a simulated clock. */
import { expect, test } from './fixtures.ts'

test('signs out after an hour without activity and reports it', async ({
  page,
  world,
  openAccessPage,
}) => {
  await page.clock.install()
  await openAccessPage((await world.administrator()).email)
  // Pending requests would time out in the hour that is skipped next.
  await expect(page.getByRole('button', { name: 'Acessar Gestão de Acesso' })).toBeVisible()
  await page.clock.fastForward('59:00')
  const lastActivity = () => page.evaluate(() => localStorage.getItem('last_activity'))
  const before = await lastActivity()
  await page.mouse.move(10, 10)
  // The browser reports mouse events with its next frame.
  await expect.poll(lastActivity).not.toBe(before)
  await page.clock.fastForward('59:00')
  await expect(page).toHaveURL(/\/access-page/)
  await page.clock.fastForward('02:00')
  await expect(page).toHaveURL(/\/auth/)
  await expect(page.getByText('Sessão expirada.')).toBeVisible()
})
