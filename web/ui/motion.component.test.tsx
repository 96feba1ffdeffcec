import { expect, onTestFinished, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { company } from '../testing/fake-companies.ts'
import { user, userHandlers } from '../testing/fake-users.ts'
import { follow, openPortal } from '../testing/portal.tsx'
import { act, button, expectGone, expectVisible, field, moreActs, tabs } from '../testing/screen.ts'
import { notify } from './notify.ts'
import { motionTime } from './theme.ts'

const alfa = company({ id: 21, name: 'Operadora Alfa' })
const main = page.getByRole('main')

/** Sets the preference of the system. */
async function prefer(motion: 'reduce' | 'no-preference'): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-reduced-motion', value: motion }],
  })
  await expect
    .poll(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
    .toBe(motion === 'reduce')
}

/** Expects that the motion of the element takes this many milliseconds; 0 if it does not move. */
async function expectMotion(element: () => Element, milliseconds: number): Promise<void> {
  const times = () => {
    const { transitionDuration, animationDuration } = getComputedStyle(element())
    return new Set([...transitionDuration.split(', '), ...animationDuration.split(', ')])
  }
  // Either a transition or an animation; the other one takes no time.
  const expected = new Set(['0s', `${milliseconds / 1000}s`])
  await expect.poll(times).toEqual(expected)
}

/** The element that contains the form of a record. */
const card = () => field('Nome').element().closest('form')?.parentElement ?? document.body

test.each([
  { motion: 'no-preference', milliseconds: motionTime },
  { motion: 'reduce', milliseconds: 0 },
] as const)(
  'what opens takes $milliseconds ms with prefers-reduced-motion: $motion',
  async ({ motion, milliseconds }) => {
    await prefer(motion)
    onTestFinished(() => prefer('reduce'))
    openPortal('/user-edit?id=71&tab=summary', {
      ...userHandlers([user({ id: 71, name: 'Jussara Lima', companies: [alfa] })], [alfa]),
      auditList: () => ({ rows: [], names: {}, older: null, newer: null }),
    })

    await moreActs.click()
    await expectMotion(() => page.getByRole('menu').element(), milliseconds)
    await page.getByRole('menuitem', { name: 'Bloquear' }).click()
    await expectMotion(() => page.getByRole('dialog').element(), milliseconds)
    await userEvent.keyboard('{Escape}')
    await expectGone(page.getByRole('dialog'))

    notify.info('Pronto.')
    await expectMotion(
      () => page.getByRole('alert').filter({ hasText: 'Pronto.' }).element(),
      milliseconds,
    )

    await main.getByRole('link', { name: 'Editar', exact: true }).click()
    await expectVisible(field('Nome'))
    await expectMotion(card, milliseconds)

    await tabs.filter({ hasText: 'Acessos' }).click()
    await button('módulo').click()
    await expectMotion(() => page.getByRole('note').element(), milliseconds)

    await follow('/user-list')
    await button('Colunas').click()
    await expectMotion(() => page.getByRole('dialog', { name: 'Colunas' }).element(), milliseconds)
  },
)

test('the tokens of the style sheet and of the theme are the same, from 120 to 160 ms and 4 px', () => {
  const root = getComputedStyle(document.documentElement)
  expect(root.getPropertyValue('--motion-time')).toBe(`${motionTime}ms`)
  expect(motionTime).toBeGreaterThanOrEqual(120)
  expect(motionTime).toBeLessThanOrEqual(160)
  expect(root.getPropertyValue('--motion-distance')).toBe('4px')
})

test('the loader of a button is in its middle without motion', async () => {
  await prefer('reduce')
  openPortal('/user-edit?id=71&tab=summary', {
    ...userHandlers([user({ id: 71, name: 'Jussara Lima', companies: [alfa] })], [alfa]),
    // Never returns, so that the button stays busy.
    accessEffectForesee: () => new Promise(() => {}),
  })
  await act('Bloquear usuário')
  const middleOf = (of: Element) => {
    const { left, top, width, height } = of.getBoundingClientRect()
    return [left + width / 2, top + height / 2].map(Math.round)
  }
  await expect.poll(() => document.querySelector('.mantine-Button-loader') !== null).toBe(true)
  const loader = document.querySelector('.mantine-Button-loader')!
  expect(middleOf(loader)).toEqual(middleOf(loader.closest('button')!))
})
