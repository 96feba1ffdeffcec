import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { recordServerTime } from '../api/server-clock.ts'
import {
  daysErrors,
  endsSoon,
  hasEnded,
  noPeriod,
  periodConsequence,
  periodText,
  refusedDays,
  sentPeriodFor,
} from '../assignment-periods/assignment-period.ts'
import { newPeriodErrors, periodRow, storedPeriod, type AssignedProfile } from './change-period.ts'

// The local clock is a year behind. In São Paulo it is 22 November, 23:30.
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2025-11-22T15:00:00Z') })
  recordServerTime(new Headers({ date: 'Mon, 23 Nov 2026 02:30:00 GMT' }))
})
afterEach(() => vi.useRealTimers())

const module = { id: 20, name: 'Consulta', Service: { id: 2, name: 'Portabilidade' } }
const assigned = (period: Partial<AssignedProfile>): AssignedProfile => ({
  user_id: 5,
  profile_id: 31,
  company_id: 7,
  spid: null,
  profile: { id: 31, name: 'Balcão', status: 1, module },
  company: { id: 7, name: 'Alfa', document: '11222333000181', active: true },
  created_at: '2019-03-04T12:00:00.000Z',
  granted_by: null,
  last_used_at: null,
  unused: false,
  begin_date: null,
  end_date: null,
  reason: null,
  suspended_at: null,
  days_max: null,
  ...period,
})
const begun = '2026-01-05T03:00:00.000Z'
const ended = '2026-11-22T02:59:59.999Z'
const endsToday = '2026-11-23T02:59:59.999Z'
const request = (of: AssignedProfile, period: Partial<ReturnType<typeof storedPeriod>>) =>
  periodRow(of, { ...storedPeriod([of]), ...period })

describe('the period of an assignment', () => {
  it('is shown with days of São Paulo, by the clock of the server', () => {
    expect(periodText(assigned({}))).toBe('')
    expect(periodText(assigned({ begin_date: begun }))).toBe('')
    expect(periodText(assigned({ end_date: endsToday }))).toBe('até 22/11/2026')
    expect(periodText(assigned({ end_date: ended }))).toBe('terminou em 21/11/2026')
    expect(periodText(assigned({ begin_date: '2027-01-02T03:00:00.000Z' }))).toBe(
      'a partir de 02/01/2027',
    )
  })

  it('can be prolonged on the record from 30 days before its end', () => {
    const at = (end_date: string | null) => endsSoon({ end_date })
    expect([at(null), at(ended), at(endsToday)]).toEqual([false, true, true])
    expect([at('2026-12-23T02:29:59Z'), at('2026-12-23T02:30:01Z')]).toEqual([true, false])
    expect(hasEnded({ end_date: endsToday })).toBe(false)
  })

  it('is not sent for the administrator profile, except the reason', () => {
    const values = { begin_date: '2026-12-01', end_date: '2026-12-02', reason: ' Férias ' }
    expect(sentPeriodFor({ profile_id: 1 }, values)).toEqual({ reason: 'Férias' })
    expect(sentPeriodFor({ profile_id: 2 }, values)).toEqual({ ...values, reason: 'Férias' })
    expect(sentPeriodFor({ profile_id: 2 }, noPeriod)).toEqual({})
  })

  it('has errors at its days, also those of the server', () => {
    const daysMax = null
    expect(daysErrors({ end_date: '2026-11-22' }, { daysMax })).toEqual({})
    expect(daysErrors({ end_date: '2026-11-21' }, { daysMax })).toHaveProperty('end_date')
    const past = { begin_date: '2026-01-05' }
    expect(daysErrors(past, { daysMax })).toHaveProperty('begin_date')
    expect(daysErrors(past, { daysMax, heldBegin: '2026-01-05' })).toEqual({})
    expect(refusedDays({ 'given.3.end_date': 'a', '3.begin_date': 'b', email: 'c' })).toEqual({
      end_date: 'a',
      begin_date: 'b',
    })
  })

  it('is described before the confirmation: a later begin, and the end', () => {
    expect(periodConsequence([{ begin_date: '2026-11-22' }, {}])).toBe('')
    expect(periodConsequence([{ begin_date: '2027-01-02', end_date: '2027-02-01' }])).toBe(
      'O acesso só começa em 02/01/2027. O acesso termina no fim de 01/02/2027.',
    )
  })
})

describe('a new period', () => {
  it('keeps the begin and the reason of an assignment that runs', () => {
    const of = assigned({ begin_date: begun, end_date: endsToday, reason: 'Projeto' })
    const kept = { begin_date: '2026-01-05', reason: 'Projeto' }
    expect(request(of, { end_date: '2026-12-31' })).toMatchObject({
      ...kept,
      end_date: '2026-12-31',
    })
    expect(request(of, { endless: true })).toMatchObject(kept)
    expect(request(of, { endless: true })).not.toHaveProperty('end_date')
  })

  it('sends today as begin if nothing else would be sent, because the server would change nothing', () => {
    const of = assigned({ end_date: endsToday })
    expect(request(of, { endless: true })).toMatchObject({ begin_date: '2026-11-22' })
  })

  it('of an assignment that has ended begins at once', () => {
    const of = assigned({ begin_date: begun, end_date: ended })
    expect(request(of, { endless: true })).toEqual({
      user_id: 5,
      profile_id: 31,
      company_id: 7,
      spid: null,
    })
  })

  it('needs an end, or the choice of none', () => {
    const of = assigned({ begin_date: begun, end_date: ended })
    const errors = (period: object) => newPeriodErrors([of], { ...storedPeriod([of]), ...period })
    expect(errors({})).toHaveProperty('end_date')
    expect(errors({ endless: true })).toEqual({})
    expect(errors({ end_date: '2026-11-22' })).toEqual({})
  })
})
