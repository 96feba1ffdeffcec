/** Contrast of control borders (WCAG 1.4.11) and shape of focus rings, in light and dark. */
import type { Locator } from '@playwright/test'
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import { setColorScheme } from './screen.ts'
import { submitCredentials } from './sign-in-steps.ts'

/** Returns the lowest contrast between the control's border and the surfaces on both sides of it. */
const borderContrast = (control: Locator) =>
  control.evaluate(async (element) => {
    const canvas = document.createElement('canvas').getContext('2d')
    if (!canvas) throw new Error('No 2D canvas context')
    const luminanceOf = (color: string) => {
      canvas.fillStyle = color
      canvas.fillRect(0, 0, 1, 1)
      const { data } = canvas.getImageData(0, 0, 1, 1)
      const channels = Array.from(data.slice(0, 3), (byte) => {
        const value = byte / 255
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
      })
      const [red = 0, green = 0, blue = 0] = channels
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    // A password input has no border; the box around it has one.
    const bordered = (each: Element): Element =>
      getComputedStyle(each).borderTopStyle === 'solid' || !each.parentElement
        ? each
        : bordered(each.parentElement)
    const groundOf = (each: Element | null): string => {
      if (!each) return '#ffffff'
      const { backgroundColor } = getComputedStyle(each)
      return backgroundColor === 'rgba(0, 0, 0, 0)' ? groundOf(each.parentElement) : backgroundColor
    }
    const box = bordered(element)
    // The border colour fades between the colour schemes.
    await Promise.all(box.getAnimations().map(({ finished }) => finished))
    const border = luminanceOf(getComputedStyle(box).borderTopColor)
    const contrasts = [groundOf(box), groundOf(box.parentElement)].map((ground) => {
      const [dark = 0, light = 0] = [border, luminanceOf(ground)].toSorted((a, b) => a - b)
      return (light + 0.05) / (dark + 0.05)
    })
    return Math.min(...contrasts)
  })

const schemes = ['light', 'dark'] as const

test('controls have visible borders and focus rings, in light and dark', async ({
  page,
  world,
  enter,
}) => {
  await test.step('the focus ring of a password field has the same rounded corners as other fields', async () => {
    const ringOf = (field: Locator) =>
      field.evaluate((element) => {
        const ringed = [element, element.parentElement].filter(
          (each) => each && getComputedStyle(each).outlineStyle === 'solid',
        )
        return ringed.map((each) => {
          if (!each) return null
          const { outlineWidth, outlineOffset, borderRadius } = getComputedStyle(each)
          return { outlineWidth, outlineOffset, borderRadius }
        })
      })
    await page.goto('/auth')
    const name = page.getByLabel('Usuário (e-mail)')
    const password = page.getByLabel('Senha', { exact: true })
    for (const colorScheme of schemes)
      await test.step(`in ${colorScheme}`, async () => {
        await setColorScheme(page, colorScheme)
        await name.focus()
        const expected = await ringOf(name)
        expect(expected).toHaveLength(1)
        await password.focus()
        expect(await ringOf(password)).toEqual(expected)
        expect(expected[0]?.borderRadius).not.toBe('0px')
      })
  })

  await test.step('the border of every kind of control has a contrast of 3:1 with its background', async () => {
    const { email } = await world.visitor()
    const contrasts: Record<string, number> = {}
    const measure = async (controls: Readonly<Record<string, Locator>>) => {
      for (const colorScheme of schemes) {
        await setColorScheme(page, colorScheme)
        for (const [kind, control] of Object.entries(controls)) {
          await expect(control).toBeVisible()
          contrasts[`${kind} in ${colorScheme}`] = await borderContrast(control)
        }
      }
    }
    // Focus another field, because a focused field has another border.
    await page.getByLabel('Usuário (e-mail)').focus()
    await measure({ password: page.getByLabel('Senha', { exact: true }) })
    await submitCredentials(page, email)
    await page.getByRole('dialog').getByRole('button', { name: 'E-mail' }).click()
    // Measure the second digit, because the first has the focus.
    await measure({ 'digit of a code': page.getByLabel('Dígito 2 de 6') })
    await enter('/service-list')
    await measure({ search: page.getByRole('searchbox') })
    await follow(page, '/service-form')
    await measure({ text: page.getByLabel('Nome'), textarea: page.getByLabel('Descrição') })
    const { id, service } = await world.module()
    await follow(page, `/module-edit?id=${id}&serviceId=${service.id}`)
    await measure({
      select: page.getByRole('combobox', { name: 'Status' }),
      checkbox: page.getByRole('checkbox'),
    })
    expect(Object.keys(contrasts)).toHaveLength(14)
    const low = Object.entries(contrasts).filter(([, contrast]) => contrast < 3)
    expect(low).toEqual([])
  })
})
