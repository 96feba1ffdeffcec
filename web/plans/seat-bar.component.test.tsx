import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openPortal } from '../testing/portal.tsx'
import { expectVisible } from '../testing/screen.ts'

/** Seats of a module, with the words and the meaning that its bar must have. */
const cases = [
  { limit: 10, used: 5, words: '5 livres', meaning: 'plain' },
  { limit: 10, used: 8, words: '2 livres', meaning: 'plain' },
  { limit: 10, used: 9, words: '1 livre', meaning: 'attention' },
  { limit: 5, used: 4, words: '1 livre', meaning: 'plain' },
  { limit: 5, used: 5, words: 'nenhuma livre', meaning: 'attention' },
  { limit: 1, used: 1, words: 'nenhuma livre', meaning: 'attention' },
  { limit: 5, used: 6, words: '1 sem licença', meaning: 'danger' },
  { limit: 0, used: 2, words: '2 sem licença', meaning: 'danger' },
] as const

test('the free seats of a module have the words and the colour of its state', async () => {
  const places = cases.map(({ limit, used }, at) => ({
    company: { id: 7, name: 'Alfa Telecom' },
    module: { id: at + 100, name: `Módulo ${at}` },
    limit,
    used,
    free: Math.max(0, limit - used),
    over: Math.max(0, used - limit),
    loose_plan: null,
  }))
  openPortal('/user-seats?nearlyFull=1', {
    seatsNearlyFull: () => ({ count: places.length, more: false, places }),
  })
  const colours = new Map<string, Set<string>>()
  for (const [at, { words, meaning }] of cases.entries()) {
    const module = page.getByRole('heading', { name: `Módulo ${at}`, exact: true })
    const item = page.getByRole('listitem').filter({ has: module })
    await expectVisible(item.getByText(words, { exact: true }))
    const { color } = getComputedStyle(item.getByText(words, { exact: true }).element())
    colours.set(meaning, (colours.get(meaning) ?? new Set()).add(color))
  }
  const used = [...colours.values()].flatMap((each) => [...each])
  expect(Object.fromEntries([...colours].map(([meaning, each]) => [meaning, each.size]))).toEqual({
    plain: 1,
    attention: 1,
    danger: 1,
  })
  expect(new Set(used).size).toBe(3)
})
