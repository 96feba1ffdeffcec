import { describe, expect, it } from 'vitest'
import type { UserWithProfiles } from '../../contract/user-profiles.ts'
import { copyProfiles } from './copy-profiles.ts'
import type { ProfileRow } from './user-profile-choice.ts'

const service = { id: 2, name: 'Portabilidade' }
const module = { id: 20, name: 'Consulta' }
const alfa = { id: 7, name: 'Alfa' }
const beta = { id: 8, name: 'Beta' }
const companies = [alfa]

const rowOf = (id: number, held: string[], note: string | null = null): ProfileRow => ({
  id,
  name: `Perfil ${id}`,
  service,
  module,
  pairs: [
    { value: '7|', label: 'Todos', company: alfa, spid: null, daysMax: null },
    { value: '7|7101', label: '7101', company: alfa, spid: '7101', daysMax: null },
  ],
  held,
  assigned: [],
  note,
  active: true,
  daysMax: null,
})

function other(...held: [profileId: number, company: typeof alfa, spid: string | null][]) {
  const user_profiles = held.map(([id, company, spid]) => ({
    user_id: 6,
    profile_id: id,
    company_id: company.id,
    spid,
    profile: {
      id,
      name: `Perfil ${id}`,
      status: 1 as const,
      module: { ...module, Service: service },
    },
    company: { ...company, document: '11222333000181', active: true },
    created_at: '2019-03-04T12:00:00.000Z',
    granted_by: null,
    last_used_at: null,
    unused: false,
    begin_date: null,
    end_date: null,
    reason: null,
    suspended_at: null,
    days_max: null,
  }))
  const user = {
    id: 6,
    name: 'Bia',
    email: 'bia@alfa.example',
    status: 1 as const,
    suspended: false,
  }
  return { user, user_profiles } satisfies UserWithProfiles
}

const rows = [rowOf(1, ['7|']), rowOf(2, []), rowOf(3, ['7|7101'])]

describe('copying the profiles of another user', () => {
  it('gives missing profiles, takes extra ones and leaves the common ones', () => {
    const model = other([1, alfa, null], [2, alfa, '7101'])
    expect(copyProfiles(rows, model, { taking: true, companies })).toMatchObject({
      chosen: new Map([
        [2, ['7|7101']],
        [3, []],
      ]),
      left: [],
    })
  })

  it('takes no profile unless requested', () => {
    const model = other([1, alfa, '7101'])
    expect(copyProfiles(rows, model, { taking: false, companies }).chosen).toEqual(
      new Map([[1, ['7|', '7|7101']]]),
    )
  })

  it('lists the profiles that cannot be given, with the reason, and selects none of them', () => {
    const only = [rowOf(4, [], 'Só pode ser retirado.')]
    const model = other([2, beta, null], [4, alfa, null], [9, alfa, '7101'])
    expect(copyProfiles([...rows, ...only], model, { taking: false, companies })).toMatchObject({
      chosen: new Map(),
      left: [
        'Perfil 2 - Consulta, todos os SPIDs - Beta: a pessoa não trabalha para esta empresa.',
        'Perfil 4 - Consulta, todos os SPIDs - Alfa: não pode ser dado por você a esta pessoa.',
        'Perfil 9 - Consulta, 7101 - Alfa: não pode ser dado por você a esta pessoa.',
      ],
    })
  })

  it('keeps a profile that cannot be given, if the other user holds it too', () => {
    const rowsHeld = [rowOf(5, ['7|'], 'Só pode ser retirado.')]
    expect(
      copyProfiles(rowsHeld, other([5, alfa, null]), { taking: true, companies }),
    ).toMatchObject({
      chosen: new Map(),
      left: [],
    })
  })
})

describe('copying periods', () => {
  const [base] = other([2, alfa, '7101']).user_profiles
  const copyOf = (period: object) =>
    copyProfiles(
      [rowOf(2, [])],
      { ...other(), user_profiles: base ? [{ ...base, ...period }] : [] },
      { taking: false, companies },
    )

  it('copies a begin that is ahead and the end', () => {
    const { chosen, periods } = copyOf({
      begin_date: '2090-01-02T03:00:00.000Z',
      end_date: '2091-01-01T02:59:59.999Z',
    })
    expect(chosen).toEqual(new Map([[2, ['7|7101']]]))
    expect(periods).toEqual(
      new Map([['2 7|7101', { begin_date: '2090-01-02', end_date: '2090-12-31' }]]),
    )
  })

  it('does not copy a begin that has passed', () => {
    const begun = { begin_date: '2019-01-02T03:00:00.000Z' }
    expect(copyOf(begun).periods.size).toBe(0)
    const { periods } = copyOf({ ...begun, end_date: '2091-01-01T02:59:59.999Z' })
    expect([...periods.values()]).toEqual([{ begin_date: '', end_date: '2090-12-31' }])
  })

  it('does not copy an assignment that has ended, and says so', () => {
    const { chosen, periods, left } = copyOf({ end_date: '2020-01-01T02:59:59.999Z' })
    expect([chosen.size, periods.size]).toEqual([0, 0])
    expect(left).toEqual(['Perfil 2 - Consulta, 7101 - Alfa: o prazo terminou em 31/12/2019.'])
  })

  it('does not copy the days of what the person has already, nor for the administrator profile', () => {
    const period = { ...base, end_date: '2091-01-01T02:59:59.999Z' }
    const user_profiles = base
      ? [
          { ...base, ...period },
          { ...base, ...period, profile_id: 1 },
        ]
      : []
    const shown = [rowOf(2, ['7|7101']), rowOf(1, [])]
    const { chosen, periods } = copyProfiles(
      shown,
      { ...other(), user_profiles },
      { taking: false, companies },
    )
    expect([[...chosen.keys()], periods.size]).toEqual([[1], 0])
  })
})
