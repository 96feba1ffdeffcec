import { describe, expect, it } from 'vitest'
import type { AccessEffect } from '../../contract/access-effect.ts'
import { describeEffectOnUsers } from './describe-effect-on-users.ts'

type Row = AccessEffect['rows'][number]

const place: Row = {
  company: { id: 7, name: 'Alfa' },
  module: { id: 20, name: 'Consulta' },
  spid: null,
  function: null,
  action: null,
  losing: 0,
  gaining: 0,
}
const bounded = (count: number, more = false) => ({ count, more })
const effect = (change: Partial<AccessEffect>): AccessEffect => ({
  refused: null,
  people: bounded(0),
  losing: bounded(0),
  gaining: bounded(0),
  rows: [],
  more_rows: false,
  ...change,
})
const losing = (count: number, rows: Row[], more = false) =>
  effect({
    people: bounded(count, more),
    losing: bounded(count, more),
    rows: rows.map((row) => ({ ...row, losing: count })),
  })
const gaining = (count: number, rows: Row[]) =>
  effect({
    people: bounded(count),
    gaining: bounded(count),
    rows: rows.map((row) => ({ ...row, gaining: count })),
  })
const held = { id: 3, name: 'Pedidos' }

describe('describeEffectOnUsers', () => {
  it('says that the effect is unknown without a preview', () => {
    expect(describeEffectOnUsers(undefined)).toEqual({
      consequence: 'Não foi possível calcular para quantas pessoas o acesso muda.',
      danger: false,
    })
  })

  it('describes losses and gains of all writes of a save', () => {
    expect(
      describeEffectOnUsers([gaining(3, [{ ...place, function: held }]), losing(1, [place])]),
    ).toEqual({
      consequence:
        '1 pessoa perde o acesso imediatamente: Consulta (Alfa). 3 pessoas passam a acessar: função Pedidos de Consulta (Alfa).',
      danger: true,
    })
  })

  it('is not dangerous if access is only gained', () => {
    expect(describeEffectOnUsers([gaining(2, [place])]).danger).toBe(false)
  })

  it('names a module once, and its SPIDs only if the company keeps the module', () => {
    const ofSpid = { ...place, spid: '7101' }
    expect(describeEffectOnUsers([losing(1, [place, ofSpid])]).consequence).toBe(
      '1 pessoa perde o acesso imediatamente: Consulta (Alfa).',
    )
    expect(describeEffectOnUsers([losing(1, [ofSpid])]).consequence).toBe(
      '1 pessoa perde o acesso imediatamente: Consulta (Alfa, SPID 7101).',
    )
  })

  it("reads 'Mais de 1.000' beyond the maximum count, in one write or in the sum of several", () => {
    const many = '^Mais de 1\\.000 pessoas perdem'
    expect(describeEffectOnUsers([losing(1000, [place], true)]).consequence).toMatch(
      new RegExp(many),
    )
    expect(describeEffectOnUsers([losing(600, [place]), losing(600, [place])]).consequence).toMatch(
      new RegExp(many),
    )
    expect(describeEffectOnUsers([losing(1000, [place])]).consequence).toMatch(
      /^1\.000 pessoas perdem/,
    )
  })

  it('names four changed modules and mentions that there are others', () => {
    const places = [1, 2, 3, 4, 5].map((id) => ({ ...place, company: { id, name: `E${id}` } }))
    expect(describeEffectOnUsers([losing(2, places)]).consequence).toMatch(
      /Consulta \(E4\) e outros\.$/,
    )
    expect(describeEffectOnUsers([losing(2, places.slice(1))]).consequence).toMatch(
      /Consulta \(E5\)\.$/,
    )
  })

  it('is dangerous and gives the count if the lost access is not named', () => {
    const unnamed = effect({ people: bounded(3), losing: bounded(1), gaining: bounded(2) })
    expect(describeEffectOnUsers([unnamed])).toEqual({
      consequence: '1 pessoa perde acessos imediatamente. 2 pessoas ganham acessos.',
      danger: true,
    })
    expect(
      describeEffectOnUsers([{ ...losing(2, [place]), gaining: bounded(1) }]).consequence,
    ).toBe('2 pessoas perdem o acesso imediatamente: Consulta (Alfa). 1 pessoa ganha acessos.')
  })

  it('states that nothing changes, or that only the actions for a SPID change', () => {
    expect(describeEffectOnUsers([effect({})]).consequence).toBe(
      'Por enquanto, ninguém ganha nem perde acesso com isso.',
    )
    expect(describeEffectOnUsers([effect({ people: bounded(2) })]).consequence).toBe(
      '2 pessoas: muda o que podem fazer onde já entram.',
    )
  })
})
