/** Scenario and interactions shared by the tests of user-profiles. */
import type { Page } from '@playwright/test'
import { addUser } from './people-rows.ts'
import type { Portaria } from './portaria.ts'
import type { Named } from './world.ts'

/** Select of the companies and SPIDs of a profile. */
export const pairsOf = (page: Page, profile: Named) =>
  page.getByRole('row', { name: profile.name }).getByRole('combobox')

/** Selects or deselects a pair of a profile. */
export async function toggle(page: Page, profile: Named, pair: string): Promise<void> {
  await pairsOf(page, profile).fill(pair)
  await page.getByRole('option', { name: pair }).click()
  await page.keyboard.press('Escape')
}

/** Creates a company with two SPIDs and seats of a module, two profiles of this module, and a user without profiles. */
export async function makeProfileScenario(portaria: Portaria, seats = 9) {
  const { world } = portaria
  const company = await world.build.company({ spids: ['7101', '7102'] })
  const module = await world.module({ is_enable_spid: true })
  const plan = await world.build.plan({ companyId: company.id, moduleId: module.id, seats })
  const shown = { accredited_enable: true }
  const [one, other] = [
    await world.profile(module.id, shown),
    await world.profile(module.id, shown),
  ] as const
  return { company, module, plan, one, other, person: await addUser(portaria, [company]) }
}
