import { describe, expect, it } from 'vitest'
import type { AccessEffect } from '../../contract/access-effect.ts'
import { describeEffectOnUser } from './describe-effect-on-user.ts'

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

const bounded = (count: number) => ({ count, more: false })
function effectOf(rows: Row[], people = 1): AccessEffect {
  const some = (side: 'losing' | 'gaining') => bounded(rows.some((row) => row[side] > 0) ? 1 : 0)
  return {
    refused: null,
    people: bounded(people),
    losing: some('losing'),
    gaining: some('gaining'),
    rows,
    more_rows: false,
  }
}

describe('the effect of a save on a user', () => {
  it('is reported as unknown without a preview', () => {
    expect(describeEffectOnUser(undefined)).toEqual({
      consequence: 'Não foi possível calcular o que muda no acesso.',
      danger: false,
    })
  })

  it('lists lost and gained modules, SPIDs, functions and actions', () => {
    const held = { id: 3, name: 'Pedidos' }
    const rows = [
      place,
      { ...place, spid: '7101' },
      { ...place, ...lost, function: held },
      { ...place, ...lost, function: held, action: { id: 4, name: 'Aprovar' } },
    ]
    expect(describeEffectOnUser(effectOf(rows))).toEqual({
      consequence:
        'Perde o acesso imediatamente: função Pedidos de Consulta (Alfa), ação Aprovar da função Pedidos de Consulta (Alfa). Passa a acessar: Consulta (Alfa), Consulta (Alfa, SPID 7101).',
      danger: true,
    })
  })

  it('lists at most five places', () => {
    const { consequence, danger } = describeEffectOnUser(
      effectOf(Array.from({ length: 8 }, () => place)),
    )
    expect(consequence).toMatch(/e mais 3\.$/)
    expect(danger).toBe(false)
  })

  it('states that nothing changes, as for a blocked user', () => {
    expect(describeEffectOnUser(effectOf([], 0)).consequence).toBe(
      'Por enquanto, nada muda no que a pessoa acessa.',
    )
    expect(describeEffectOnUser(effectOf([])).consequence).toBe(
      'Muda o que a pessoa pode fazer onde já entra.',
    )
  })

  it('is a danger even if the lost access is not listed', () => {
    const unnamed = { ...effectOf([]), losing: bounded(1), gaining: bounded(1) }
    expect(describeEffectOnUser(unnamed)).toEqual({
      consequence: 'Perde acessos imediatamente. Ganha acessos.',
      danger: true,
    })
  })
})
