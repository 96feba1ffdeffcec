/** The captcha on a device with a wrong clock. */
import { expect, testWith } from './fixtures.ts'
import { shiftClock } from './shifted-clock.ts'
import { submitCredentials } from './sign-in-steps.ts'

const test = testWith({ CAPTCHA_PROVIDER: 'altcha' })

for (const [name, shift] of [
  ['six minutes fast', 6 * 60_000],
  ['a day fast', 24 * 60 * 60_000],
  ['two hours slow', -2 * 60 * 60_000],
] as const)
  test(`the captcha is passed with a clock ${name}`, async ({ page }) => {
    await page.goto('/auth')
    await shiftClock(page, shift)
    await submitCredentials(page, 'admin@portaria.example')
    await expect(
      page.getByRole('dialog', { name: 'Como você quer receber o código?' }),
    ).toBeVisible()
  })
