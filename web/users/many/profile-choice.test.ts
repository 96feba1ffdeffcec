import { beforeAll, describe, expect, it } from 'vitest'
import type { ManyOffers } from '../../../contract/many-user-profiles.ts'
import { recordServerTime } from '../../api/server-clock.ts'
import { noPeriod } from '../../assignment-periods/assignment-period.ts'
import { effectOfGiving, heldOptions, profileOptions, rowsToTake } from './profile-choice.ts'

const module = { id: 20, name: 'Consulta', Service: { id: 2, name: 'Portabilidade' } }
const alfa = { id: 7, name: 'Alfa', document: '11222333000181' }

/**
 * Users Ana (1), Bia (2) and Caio (3) work for Alfa; Davi (4) does not. Ana has the profile for SPID 7101, Bia has
 * another profile.
 */
const offers: ManyOffers = {
  companies: [
    {
      ...alfa,
      assignment_days_max: null,
      spids: [{ spid: '7101', description: '' }],
      user_id: [1, 2, 3],
    },
  ],
  profiles: [
    {
      id: 5,
      name: 'Balcão',
      master_profile: false,
      assignment_days_max: null,
      module: { ...module, is_enable_spid: true },
      company_id: [7],
    },
    {
      id: 6,
      name: 'De outra',
      master_profile: false,
      assignment_days_max: null,
      module: { ...module, is_enable_spid: true },
      company_id: [8],
    },
  ],
  seats: [
    { company_id: 8, module_id: 20, limit: 9, used: 0, free: 9, user_id: [] },
    { company_id: 7, module_id: 20, limit: 4, used: 3, free: 1, user_id: [1, 2] },
  ],
  held: [
    {
      profile: { id: 5, name: 'Balcão', status: 1, module },
      company: { ...alfa, active: true },
      spid: '7101',
      user_id: [1],
      periods: [],
    },
    {
      profile: { id: 9, name: 'Apoio', status: 1, module },
      company: { ...alfa, active: true },
      spid: null,
      user_id: [2, 4],
      periods: [],
    },
  ],
}

describe('giving a profile to several users', () => {
  it('reaches linked users without it, with the number of seats they need', () => {
    const gift = { companyId: 7, profileId: 5, spids: ['7101'], period: noPeriod, replaces: true }
    const row = { profile_id: 5, company_id: 7, spid: '7101' }
    expect(effectOfGiving(offers, [1, 2, 3, 4], gift)).toEqual({
      rows: [
        { user_id: 2, ...row },
        { user_id: 3, ...row },
      ],
      given: [2, 3],
      again: [],
      replaced: [],
      holding: [1],
      later: [],
      periods: new Map(),
      left: [4],
      seats: { needed: 1, free: 1, limit: 4 },
    })
  })

  it('creates one assignment for each user and SPID, or for each user and the whole company', () => {
    const spids = [null, '7101']
    const gift = { companyId: 7, profileId: 5, spids, period: noPeriod, replaces: false }
    expect(
      effectOfGiving(offers, [1, 3], gift).rows.map(({ user_id, spid }) => [user_id, spid]),
    ).toEqual([
      [1, null],
      [3, null],
      [3, '7101'],
    ])
  })

  it('replaces the period of holders only if this is chosen', () => {
    const period = { ...noPeriod, end_date: '2090-12-31' }
    const gift = { companyId: 7, profileId: 5, spids: ['7101'], period }
    const kept = effectOfGiving(offers, [1, 3], { ...gift, replaces: false })
    expect(kept).toMatchObject({ given: [3], replaced: [], holding: [1] })
    const { rows, ...effect } = effectOfGiving(offers, [1, 3], { ...gift, replaces: true })
    expect(effect).toMatchObject({ given: [3], replaced: [1], holding: [], seats: { needed: 1 } })
    expect(rows.map(({ user_id, end_date }) => [user_id, end_date])).toEqual([
      [1, '2090-12-31'],
      [3, '2090-12-31'],
    ])
  })

  describe('some of whom have it for a period', () => {
    beforeAll(() => recordServerTime(new Headers({ date: 'Mon, 23 Nov 2026 12:00:00 GMT' })))
    const gift = { companyId: 7, profileId: 5, spids: ['7101'], replaces: false }
    const [ended, later] = ['2020-01-31T12:00:00.000Z', '2090-01-02T12:00:00.000Z']
    /** Ana's assignment has ended, Bia's begins later, Caio's ends later. */
    const dated: ManyOffers = {
      ...offers,
      seats: [{ company_id: 7, module_id: 20, limit: 4, used: 2, free: 2, user_id: [2, 3] }],
      held: offers.held.slice(0, 1).map((each) => ({
        ...each,
        user_id: [1, 2, 3],
        periods: [
          { user_id: 1, begin_date: null, end_date: ended, suspended_at: null },
          { user_id: 2, begin_date: later, end_date: null, suspended_at: null },
          { user_id: 3, begin_date: null, end_date: later, suspended_at: null },
        ],
      })),
    }

    it('gives it again to holders whose period has ended, who need a seat', () => {
      const effect = effectOfGiving(dated, [1, 2, 3], { ...gift, period: noPeriod })
      expect(effect).toMatchObject({ given: [1], again: [1], seats: { needed: 1 } })
      expect(effect).toMatchObject({ holding: [2, 3], later: [2], replaced: [] })
      expect(effect.rows.map(({ user_id }) => user_id)).toEqual([1])
      expect(Object.fromEntries(effect.periods)).toEqual({
        1: 'terminou em 31/01/2020',
        2: 'a partir de 02/01/2090',
        3: 'até 02/01/2090',
      })
    })

    it('restores a suspended one without a period', () => {
      const [period] = dated.held.flatMap(({ periods }) => periods).slice(2)
      const held = dated.held.map((each) => ({
        ...each,
        periods: period ? [{ ...period, suspended_at: ended }] : [],
      }))
      const effect = effectOfGiving({ ...dated, held }, [3], { ...gift, period: noPeriod })
      expect(effect).toMatchObject({ given: [3], again: [3], seats: { needed: 0 } })
      expect(effect.periods.get(3)).toBe('suspenso · termina em 02/01/2090')
      expect(effect.rows).toEqual([{ user_id: 3, profile_id: 5, company_id: 7, spid: '7101' }])
    })

    it('begins today for holders whose period begins later, if this is chosen without dates', () => {
      const effect = effectOfGiving(dated, [2, 3], { ...gift, period: noPeriod, replaces: true })
      expect(effect).toMatchObject({ given: [], replaced: [2], holding: [3], later: [] })
      expect(effect.rows).toEqual([
        { user_id: 2, profile_id: 5, company_id: 7, spid: '7101', begin_date: '2026-11-23' },
      ])
    })

    it('offers ended assignments for removal, counted as such', () => {
      expect(heldOptions(dated)[0]?.label).toBe(
        'Balcão - Consulta - Alfa, SPID 7101 (3 pessoas, 1 com prazo encerrado)',
      )
    })
  })

  it('offers only profiles available in the company', () => {
    expect(profileOptions(offers, 7).map(({ label }) => label)).toEqual([
      'Balcão - Portabilidade - Consulta',
    ])
  })
})

describe('taking profiles from several users', () => {
  it('offers the held profiles with their number of holders, and reaches only these', () => {
    expect(heldOptions(offers).map(({ label }) => label)).toEqual([
      'Balcão - Consulta - Alfa, SPID 7101 (1 pessoa)',
      'Apoio - Consulta - Alfa (2 pessoas)',
    ])
    const row = { profile_id: 9, company_id: 7, spid: null }
    expect(rowsToTake(offers, ['1'])).toEqual([
      { user_id: 2, ...row },
      { user_id: 4, ...row },
    ])
  })
})
