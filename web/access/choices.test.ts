import { describe, expect, it } from 'vitest'
import type { CompanyChoice, ModuleChoice } from '../../contract/access.ts'
import { chosenOf, obstacleOf, orderedModules, recentDestinations, withVisit } from './choices.ts'

const module = (changes: Partial<ModuleChoice>): ModuleChoice => ({
  id: 7,
  name: 'Bilhetagem',
  url: 'https://bilhetagem.example',
  status: 1,
  is_enable_spid: false,
  logo: null,
  last_used_at: null,
  favourites: [],
  ...changes,
})

describe('a module', () => {
  it('can be opened with status 1 and a URL; otherwise the reason is given', () => {
    expect(obstacleOf(module({}))).toBeNull()
    expect(obstacleOf(module({ status: 0 }))).toBe('Módulo inativo no momento.')
    expect(obstacleOf(module({ url: null }))).toBe('Módulo ainda sem endereço de acesso.')
  })

  it('is ordered by last use, latest first; unused ones follow by name', () => {
    const order = orderedModules([
      module({ name: 'Zeta' }),
      module({ name: 'Água' }),
      module({ name: 'Antigo', last_used_at: '2026-01-02T00:00:00.000Z' }),
      module({ name: 'Recente', last_used_at: '2026-11-02T00:00:00.000Z' }),
    ])
    expect(order.map(({ name }) => name)).toEqual(['Recente', 'Antigo', 'Água', 'Zeta'])
  })
})

describe('a choice', () => {
  it('is made automatically if there is only one item', () => {
    expect(chosenOf([{ id: 1 }], null)).toEqual({ id: 1 })
    expect(chosenOf([{ id: 1 }, { id: 2 }], null)).toBeNull()
    expect(chosenOf([{ id: 1 }, { id: 2 }], 2)).toEqual({ id: 2 })
  })
})

describe('recent destinations', () => {
  const used = (id: number, day: string) =>
    module({ id, name: `M${id}`, last_used_at: `2026-11-${day}T00:00:00.000Z` })
  const company = (id: number, modules: ModuleChoice[]): CompanyChoice => ({
    id,
    name: `Empresa ${id}`,
    document: '',
    logo: null,
    sign_in_policy: null,
    spid: null,
    spids: [],
    services: [{ id: 1, name: 'Serviço', modules }],
  })
  const placesOf = (companies: CompanyChoice[]) =>
    recentDestinations(companies).map((place) => [place.company.id, place.module.id])

  it('are the four used last in all companies, latest first', () => {
    expect(
      placesOf([
        company(1, [used(1, '01'), used(2, '05'), module({ id: 9 })]),
        company(2, [used(1, '02'), used(2, '03'), used(3, '04')]),
      ]),
    ).toEqual([
      [1, 2],
      [2, 3],
      [2, 2],
      [2, 1],
    ])
  })

  it('start with the module just opened, only in its company', () => {
    const visited = module({ id: 9, url: 'https://m.example' })
    const companies = [company(1, [used(1, '01'), visited]), company(2, [visited])]
    const [first] = companies
    if (!first) throw new Error('No company.')
    const to = { company: first, serviceId: 1, module: { ...visited, url: 'https://m.example' } }
    expect(placesOf(withVisit(companies, to, new Date('2026-11-09')))).toEqual([
      [1, 9],
      [1, 1],
    ])
  })

  it('start with the latest visit, even if the server clock is behind a recorded visit', () => {
    const visited = module({ id: 9, url: 'https://m.example' })
    const first = company(1, [used(1, '05'), visited])
    const to = { company: first, serviceId: 1, module: { ...visited, url: 'https://m.example' } }
    expect(placesOf(withVisit([first], to, new Date('2026-11-04')))).toEqual([
      [1, 9],
      [1, 1],
    ])
  })

  it('exclude modules that cannot be opened, and are empty if there is only one destination', () => {
    const closed = { ...used(3, '04'), status: 0 }
    expect(placesOf([company(1, [used(1, '01'), closed, module({ id: 9 })])])).toEqual([[1, 1]])
    expect(placesOf([company(1, [used(1, '01')])])).toEqual([])
  })
})
