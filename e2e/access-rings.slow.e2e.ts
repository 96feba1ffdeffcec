/** The access page by keyboard: focus rings are fully visible. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { companies, modules, services } from './sign-in-steps.ts'

/** Returns whether the focus ring lies within every element that would clip it. */
const ringIsWhole = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    // A module's ring is drawn around its row.
    const ringed = [focused, focused?.closest('[data-module]')].find(
      (each) => each && getComputedStyle(each).outlineStyle === 'solid',
    )
    if (!ringed) throw new Error(`No focus ring: ${focused?.outerHTML}`)
    const { outlineWidth, outlineOffset } = getComputedStyle(ringed)
    const reach = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
    const inner = ringed.getBoundingClientRect()
    for (let each = ringed.parentElement; each; each = each.parentElement) {
      const { overflowX, contentVisibility } = getComputedStyle(each)
      // `content-visibility` clips at the edges, as scroll containers do.
      if (overflowX === 'visible' && contentVisibility !== 'auto') continue
      const outer = each.getBoundingClientRect()
      const room = [
        inner.left - outer.left,
        inner.top - outer.top,
        outer.right - inner.right,
        outer.bottom - inner.bottom,
      ]
      if (Math.min(...room) < reach) return false
    }
    return true
  })

/** Polls, because a row that scrolls into view is laid out one frame later. */
const expectWholeRing = (page: Page) => expect.poll(() => ringIsWhole(page)).toBe(true)

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme })

    test('the focus rings of companies, services and modules are not clipped', async ({
      page,
      world,
      signIn,
    }) => {
      const first = await world.module()
      const person = await world.visitor({
        moduleId: first.id,
        companies: [await world.build.company(), await world.build.company()],
      })
      // Add a module of the same service, and a module of another service.
      for (const values of [{ service_id: first.service.id }, {}]) {
        const { id: moduleId } = await world.module(values)
        await world.grantModule(person, person.company.id, moduleId)
      }
      await signIn(person.email)
      const expectWholeRings = async (step: Locator) => {
        // Each module also has a star button.
        const buttons = step.getByRole('listitem').getByRole('button', { name: /^(?!Favorito)/ })
        await expect(buttons).toHaveCount(2)
        await expect(buttons.first()).toBeFocused()
        await expectWholeRing(page)
        await page.keyboard.press('End')
        await expect(buttons.last()).toBeFocused()
        await expectWholeRing(page)
      }
      // Selecting by keyboard focuses the first item of the next step.
      await companies(page).getByRole('button').first().focus()
      await expectWholeRings(companies(page))
      await companies(page).getByRole('button', { name: person.company.name }).press('Enter')
      await expectWholeRings(services(page))
      await services(page).getByRole('button', { name: first.service.name }).press('Enter')
      await expectWholeRings(modules(page))
    })
  })
}
