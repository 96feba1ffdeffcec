/** The access page by keyboard: where the focus is, is seen whole. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { companies, modules, services } from './sign-in-steps.ts'

/** Whether the ring of what has the focus lies within everything that would cut it off. */
const ringIsWhole = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    // The ring of a module is drawn around its row.
    const ringed = [focused, focused?.closest('[data-module]')].find(
      (each) => each && getComputedStyle(each).outlineStyle === 'solid',
    )
    if (!ringed) throw new Error(`No ring: ${focused?.outerHTML}`)
    const { outlineWidth, outlineOffset } = getComputedStyle(ringed)
    const reach = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
    const inner = ringed.getBoundingClientRect()
    for (let each = ringed.parentElement; each; each = each.parentElement) {
      const { overflowX, contentVisibility } = getComputedStyle(each)
      // What is not rendered while it is out of sight is cut off at its edges, as what scrolls is.
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

/** A row that was out of sight is laid out in full one frame after it came into sight. */
const expectWholeRing = (page: Page) => expect.poll(() => ringIsWhole(page)).toBe(true)

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme })

    test('the focus ring of companies, services and modules is whole', async ({
      page,
      world,
      signIn,
    }) => {
      const first = await world.module()
      const person = await world.visitor({
        moduleId: first.id,
        companies: [await world.build.company(), await world.build.company()],
      })
      // Another one of the same service, and one of another service.
      for (const values of [{ service_id: first.service.id }, {}]) {
        const { id: moduleId } = await world.module(values)
        await world.admit(person, person.company.id, moduleId)
      }
      await signIn(person.email)
      const expectWholeRings = async (step: Locator) => {
        const buttons = step.getByRole('listitem').getByRole('button')
        await expect(buttons).toHaveCount(2)
        await expect(buttons.first()).toBeFocused()
        await expectWholeRing(page)
        await page.keyboard.press('End')
        await expect(buttons.last()).toBeFocused()
        await expectWholeRing(page)
      }
      // Choosing by keyboard leads to the first of the next step.
      await companies(page).getByRole('button').first().focus()
      await expectWholeRings(companies(page))
      await companies(page).getByRole('button', { name: person.company.name }).press('Enter')
      await expectWholeRings(services(page))
      await services(page).getByRole('button', { name: first.service.name }).press('Enter')
      await expectWholeRings(modules(page))
    })
  })
}
