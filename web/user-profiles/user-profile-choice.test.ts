import { describe, expect, it } from 'vitest'
import type { UserWithProfiles, UserProfileOffers } from '../../contract/user-profiles.ts'
import { noPeriod } from '../assignment-periods/assignment-period.ts'
import { seatKey, seatsAfter, seatWords } from './seat-choice.ts'
import { bodyOf, changesOf, differencesOf, labelOf, rowsOf } from './user-profile-choice.ts'

const user = {
  id: 5,
  name: 'Ana Lima',
  email: 'ana@alfa.example',
  status: 1 as const,
  suspended: false,
}
const Service = { id: 2, name: 'Portabilidade' }
const module = { id: 20, name: 'Consulta', Service, is_enable_spid: true }
const alfa = { id: 7, name: 'Alfa', document: '11222333000181' }
const beta = { id: 8, name: 'Beta', document: '11444777000161' }

function offers(seats: Partial<UserProfileOffers['seats'][number]> = {}): UserProfileOffers {
  return {
    user,
    companies: [
      { ...alfa, assignment_days_max: null, spids: [{ spid: '7101', description: '' }] },
      { ...beta, assignment_days_max: null, spids: [] },
    ],
    profiles: [
      {
        id: 1,
        name: 'Balcão',
        master_profile: false,
        assignment_days_max: null,
        module,
        company_id: [7, 8],
      },
      {
        id: 2,
        name: 'Apoio',
        master_profile: false,
        assignment_days_max: null,
        module,
        company_id: [7],
      },
    ],
    seats: [{ company_id: 7, module_id: 20, limit: 2, used: 2, free: 0, taken: false, ...seats }],
  }
}

function holding(
  ...rows: [profileId: number, spid: string | null, status?: 0 | 1][]
): UserWithProfiles {
  return {
    user,
    user_profiles: rows.map(([profile_id, spid, status = 1]) => ({
      user_id: 5,
      profile_id,
      company_id: 7,
      spid,
      profile: { id: profile_id, name: 'Antigo', status, module },
      company: { ...alfa, active: true },
      created_at: '2019-03-04T12:00:00.000Z',
      granted_by: null,
      last_used_at: null,
      unused: false,
      begin_date: null,
      end_date: null,
      reason: null,
      suspended_at: null,
      days_max: null,
    })),
  }
}

const after = (spid: string | null, values: UserProfileOffers = offers(), held = holding()) =>
  seatsAfter(rowsOf(values, held), new Map([[2, [`7|${spid ?? ''}`]]]), values.seats).get(
    seatKey(7, 20),
  )

describe('the table of profiles', () => {
  it("labels a row 'profile name - service - module', and a pair 'spid - company name - document'", () => {
    const rows = rowsOf(offers(), holding())
    expect(rows.map(labelOf)).toEqual([
      'Apoio - Portabilidade - Consulta',
      'Balcão - Portabilidade - Consulta',
    ])
    expect(rows[1]?.pairs.map(({ label }) => label)).toEqual([
      'Todos os SPIDs - Alfa - 11.222.333/0001-81',
      '7101 - Alfa - 11.222.333/0001-81',
      'Sem SPID - Beta - 11.444.777/0001-61',
    ])
  })

  it('lists held profiles first, including those that can only be removed', () => {
    const rows = rowsOf(offers(), holding([1, '7101'], [9, null, 0]))
    expect(rows.map(({ id, held, note }) => ({ id, held, note }))).toEqual([
      { id: 9, held: ['7|'], note: 'Perfil excluído. Só pode ser retirado.' },
      { id: 1, held: ['7|7101'], note: null },
      { id: 2, held: [], note: null },
    ])
    expect(rows[0]?.pairs.map(({ label }) => label)).toEqual([
      'Todos os SPIDs - Alfa - 11.222.333/0001-81',
    ])
  })
})

describe('saving the selection', () => {
  it('sends only the difference and no unchanged rows', () => {
    const rows = rowsOf(offers(), holding([1, '7101']))
    const chosen = new Map([
      [1, ['7|']],
      [2, []],
    ])
    const differences = differencesOf(rows, chosen)
    const row = { user_id: 5, profile_id: 1, company_id: 7 }
    const none = { values: noPeriod, copied: new Map() }
    expect(bodyOf(differences, 5, none)).toEqual({
      taken: [{ ...row, spid: '7101' }],
      given: [{ ...row, spid: null }],
    })
    expect(changesOf(differences, none)).toEqual([
      {
        count: '+1 perfil',
        names: ['Balcão - Portabilidade - Consulta: Todos os SPIDs - Alfa - 11.222.333/0001-81'],
      },
      {
        count: '−1 perfil',
        names: ['Balcão - Portabilidade - Consulta: 7101 - Alfa - 11.222.333/0001-81'],
      },
    ])
    expect(differencesOf(rows, new Map([[1, ['7|7101']]]))).toEqual([])
  })

  it('sends the period with what is given; copied days replace those of the fields', () => {
    const rows = rowsOf(offers(), holding())
    const differences = differencesOf(rows, new Map([[2, ['7|', '7|7101']]]))
    const period = {
      values: { begin_date: '2090-01-02', end_date: '2090-02-01', reason: ' Férias ' },
      copied: new Map([['2 7|7101', { begin_date: '', end_date: '2090-03-01' }]]),
    }
    expect(bodyOf(differences, 5, period).given).toMatchObject([
      { spid: null, begin_date: '2090-01-02', end_date: '2090-02-01', reason: 'Férias' },
      { spid: '7101', end_date: '2090-03-01', reason: 'Férias' },
    ])
    expect(bodyOf(differences, 5, period).given[1]).not.toHaveProperty('begin_date')
    expect(changesOf(differences, period)).toMatchObject([
      {
        names: [
          expect.stringMatching(/, a partir de 02\/01\/2090, até 01\/02\/2090$/),
          expect.stringMatching(/, até 01\/03\/2090$/),
        ],
      },
    ])
  })

  it('gives an assignment again after its end', () => {
    const held = holding([1, '7101'])
    const [ended] = held.user_profiles
    const user_profiles = ended ? [{ ...ended, end_date: '2020-01-01T02:59:59.999Z' }] : []
    const rows = rowsOf(offers(), { ...held, user_profiles })
    expect(rows.find(({ id }) => id === 1)).toMatchObject({ held: [], assigned: user_profiles })
    const [difference] = differencesOf(rows, new Map([[1, ['7|7101']]]))
    expect(difference).toMatchObject({ given: [{ spid: '7101' }], taken: [] })
  })
})

describe('the seats of the selection', () => {
  it('are refused if a new one is needed and none is free', () => {
    expect(after('7101')).toMatchObject({ used: 3, over: 1, refused: true })
    expect(after('7101', offers({ limit: 3, free: 1 }))).toMatchObject({ free: 0, refused: false })
  })

  it('are not needed by a user who already has one of the module', () => {
    const taken = offers({ taken: true })
    expect(after('7101', taken, holding([1, null]))).toMatchObject({ used: 2, refused: false })
    const over = offers({ taken: true, used: 3 })
    expect(after('7101', over)).toMatchObject({ used: 3, over: 1, refused: false })
  })

  it('are freed with the last profile of the module', () => {
    const values = offers({ taken: true })
    const rows = rowsOf(values, holding([1, '7101']))
    const freed = seatsAfter(rows, new Map([[1, []]]), values.seats).get(seatKey(7, 20))
    expect(freed).toMatchObject({ used: 1, free: 1 })
  })

  it('stay taken by a profile outside the rows, and are not freed by a deleted one', () => {
    const values = offers({ taken: true })
    const rows = rowsOf(values, holding([9, null, 0]))
    for (const chosen of [new Map(), new Map([[9, []]])])
      expect(seatsAfter(rows, chosen, values.seats).get(seatKey(7, 20))).toMatchObject({ used: 2 })
  })

  it.each([
    [{ limit: 10, used: 3, free: 7, over: 0 }, '3 de 10 licenças em uso · 7 livres'],
    [{ limit: 2, used: 1, free: 1, over: 0 }, '1 de 2 licenças em uso · 1 livre'],
    [{ limit: 1, used: 1, free: 0, over: 0 }, '1 de 1 licença em uso · nenhuma livre'],
    [{ limit: 2, used: 4, free: 0, over: 2 }, '4 de 2 licenças em uso · 2 sem licença'],
  ])('describes %j in words', (counted, words) => {
    expect(seatWords({ company_id: 7, module_id: 20, refused: false, ...counted })).toBe(words)
  })
})
