import { IconFunction } from '@tabler/icons-react'
import { describe, expect, it } from 'vitest'
import { ranked, rankOf } from './palette-item.ts'

describe('an item of the palette', () => {
  const item = { label: 'Nova Função', hint: '12.ABC.345/01DE-35', verbs: 'criar cadastrar' }

  it.each<[string, number | undefined]>([
    ['', 0],
    ['funcao', 0],
    ['FUNÇÃO nova', 0],
    ['fun', 1],
    ['criar fun', 1],
    ['cad funcao', 0],
    ['ncao', 2],
    ['abc.345', 3],
    ['12abc345', 3],
    ['funcao abc', 3],
    ['funcao perfil', undefined],
    ['ar', undefined],
    ['riar', undefined],
  ])('is ranked by what its typed words match: "%s"', (typed, rank) => {
    expect(rankOf(item, typed)).toBe(rank)
  })
})

it('the best matches come first, and equal ones keep their order', () => {
  const items = ['Banana', 'Anabel', 'Bia Ana', 'Ana', 'Bia'].map((label) => ({
    id: label,
    group: 'Usuários',
    label,
    icon: IconFunction,
    run: () => undefined,
  }))
  expect(ranked(items, 'ana').map(({ label }) => label)).toEqual([
    'Bia Ana',
    'Ana',
    'Anabel',
    'Banana',
  ])
})
