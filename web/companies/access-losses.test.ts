import { describe, expect, it } from 'vitest'
import { lossOfCompany, lossOfSpids } from './access-losses.ts'

const some = (total: number, more = false) => ({ total, more })
const nothing = { people: some(0), names: [], delegations: some(0), modules: [], spids: [] }

describe('the consequences of deactivating a company', () => {
  it('are none if no user holds a profile for it', () => {
    expect(lossOfCompany(nothing)).toBe(
      'Ninguém usa módulos por esta empresa. Nada é excluído: tudo volta quando a empresa for ativada.',
    )
  })

  it('name a single user', () => {
    const holders = { ...nothing, people: some(1), names: ['Ana'], delegations: some(1) }
    expect(lossOfCompany(holders)).toBe(
      '1 pessoa perde o acesso por esta empresa: Ana. 1 delegação para de valer. Nada é excluído: tudo volta quando a empresa for ativada.',
    )
  })

  it('end with one full stop after a name that ends with one', () => {
    const holders = { ...nothing, people: some(1), names: ['José Souza Jr.'] }
    expect(lossOfCompany(holders)).toContain(': José Souza Jr. Nada é excluído')
    const spid = { spid: 'v', people: some(1), user_profiles: some(1), names: ['José Jr.'] }
    expect(
      lossOfSpids({ ...nothing, spids: [{ ...spid, profiles: ['Caixa'] }] }, [
        { spid: 'v', description: '' },
      ]),
    ).toContain(': José Jr. O que se perde')
  })

  it('name the first users and modules if there are many', () => {
    const modules = [1, 2, 3, 4, 5, 6].map((id) => ({ id, name: `M${id}`, people: some(id) }))
    const holders = { ...nothing, people: some(7), names: ['Ana', 'Bia'], modules }
    expect(lossOfCompany({ ...holders, delegations: some(2) })).toBe(
      '7 pessoas perdem o acesso por esta empresa: Ana, Bia e mais 5. Módulos: M1 (1), M2 (2), M3 (3), M4 (4), M5 (5) e mais 1. 2 delegações param de valer. Nada é excluído: tudo volta quando a empresa for ativada.',
    )
    expect(lossOfCompany({ ...holders, people: some(1000, true) })).toContain(
      'mais de 1.000 pessoas perdem o acesso por esta empresa: Ana, Bia e muitas mais.',
    )
  })
})

describe('the consequences of removing a SPID', () => {
  const spids = [
    {
      spid: 'voz1',
      people: some(2),
      user_profiles: some(3),
      names: ['Ana', 'Bia'],
      profiles: ['Caixa', 'Balcão'],
    },
    { spid: '72', people: some(0), user_profiles: some(0), names: [], profiles: [] },
  ]

  it('name the users with a profile for it, ignoring case', () => {
    expect(lossOfSpids({ ...nothing, spids }, [{ spid: 'VOZ1', description: '' }])).toBe(
      'SPID voz1: 2 pessoas perdem 3 perfis (Caixa, Balcão): Ana, Bia. O que se perde não volta se o SPID for cadastrado de novo.',
    )
  })

  it('are none if no user has a profile for it', () => {
    expect(lossOfSpids({ ...nothing, spids }, [{ spid: '72', description: '' }])).toBeUndefined()
    expect(lossOfSpids({ ...nothing, spids }, [])).toBeUndefined()
  })
})
