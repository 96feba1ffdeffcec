import { describe, expect, it } from 'vitest'
import { describeSeatEffect } from './seat-effect.ts'

type Effect = Parameters<typeof describeSeatEffect>[0]

const none = { count: 0, more: false }

/** Returns the seats of a module in a company with `used` users, whose limit falls from 9 to `new_limit`. */
const place = (company: string, used: number, new_limit: number) => ({
  company: { id: 1, name: company },
  module: { id: 1, name: 'Portabilidade', Service: { id: 1, name: 'Portnumber' } },
  used,
  limit: 9,
  new_limit,
  over: used - new_limit,
})

const effect = (change: Partial<Effect>): Effect => ({
  people: none,
  companies: none,
  over: none,
  rows: [],
  ...change,
})

describe('describeSeatEffect', () => {
  it('returns undefined if the change affects no user', () => {
    expect(describeSeatEffect(effect({}))).toBeUndefined()
  })

  it('describes users over the limit, and where', () => {
    const loss = describeSeatEffect(
      effect({
        people: { count: 1, more: false },
        over: { count: 2, more: false },
        rows: [place('Aurora', 1, 0), place('Pampa', 5, 3)],
      }),
    )
    expect(loss).toEqual({
      danger: true,
      consequence:
        '2 pessoas ficam sem licença: quem tem acesso o mantém, e ninguém mais o recebe até haver licença livre. Onde: Aurora (Portabilidade: 1 em uso, licenças 9 → 0), Pampa (Portabilidade: 5 em uso, licenças 9 → 3).',
    })
  })

  it("shows a count up to the server's maximum, and names the first three places", () => {
    const loss = describeSeatEffect(
      effect({
        over: { count: 1000, more: true },
        rows: ['A', 'B', 'C', 'D'].map((company) => place(company, 2, 0)),
      }),
    )?.consequence
    expect(loss).toContain('Mais de 1.000 pessoas ficam sem licença')
    expect(loss).toMatch(/C \(Portabilidade: 2 em uso, licenças 9 → 0\) e outros\.$/)
  })
})
