import { describe, expect, it } from 'vitest'
import type { AccessEffect } from '../../contract/access-effect.ts'
import { effectWords, manyEffectWords } from './effect-words.ts'

type Row = AccessEffect['rows'][number]

const place: Row = {
  company: { id: 7, name: 'Alfa' },
  module: { id: 20, name: 'Consulta' },
  spid: null,
  function: null,
  action: null,
  losing: 0,
  gaining: 1,
}
const lost = { losing: 1, gaining: 0 }

function effectOf(rows: Row[], people = 1): AccessEffect {
  const bounded = { count: people, more: false }
  return {
    refused: null,
    people: bounded,
    losing: bounded,
    gaining: bounded,
    rows,
    more_rows: false,
  }
}

describe('what a save changes for one person', () => {
  it('names what is gained and what is lost, modules, SPIDs, functions and actions', () => {
    const held = { id: 3, name: 'Pedidos' }
    const rows = [
      place,
      { ...place, spid: '7101' },
      { ...place, ...lost, function: held },
      { ...place, ...lost, function: held, action: { id: 4, name: 'Aprovar' } },
    ]
    expect(effectWords(effectOf(rows))).toEqual({
      consequence:
        'Passa a acessar: Consulta (Alfa), Consulta (Alfa, SPID 7101). Deixa de acessar, imediatamente: função Pedidos de Consulta (Alfa), ação Aprovar da função Pedidos de Consulta (Alfa).',
      danger: true,
    })
  })

  it('names no more than five places', () => {
    const { consequence, danger } = effectWords(effectOf(Array.from({ length: 8 }, () => place)))
    expect(consequence).toMatch(/e mais 3\.$/)
    expect(danger).toBe(false)
  })

  it('says so where nothing changes, as of somebody who is blocked', () => {
    expect(effectWords(effectOf([], 0)).consequence).toBe(
      'Por enquanto, nada muda no que a pessoa acessa.',
    )
    expect(effectWords(effectOf([])).consequence).toBe(
      'Muda o que a pessoa pode fazer onde já entra.',
    )
  })
})

describe('what a write changes for many people', () => {
  it('counts who loses and who gets something, and how many in each place', () => {
    const effect = effectOf([
      { ...place, losing: 12, gaining: 0 },
      { ...place, spid: '7101', losing: 0, gaining: 1 },
    ])
    const changed = {
      ...effect,
      losing: { count: 12, more: false },
      gaining: { count: 1, more: false },
    }
    expect(manyEffectWords(changed)).toEqual({
      consequence:
        '12 pessoas deixam de acessar, imediatamente: Consulta (Alfa): 12. 1 pessoa passa a acessar: Consulta (Alfa, SPID 7101): 1.',
      danger: true,
    })
  })

  it('says so where nothing changes', () => {
    expect(manyEffectWords(effectOf([], 0))).toEqual({
      consequence: 'Por enquanto, nada muda no que estas pessoas acessam.',
      danger: false,
    })
  })
})
