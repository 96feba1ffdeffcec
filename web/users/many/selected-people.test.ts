import { describe, expect, it } from 'vitest'
import type { UserRow } from '../user-columns.tsx'
import { namesOf, refusedIn, withSelected, withStatus } from './selected-people.ts'

const personOf = (id: number): UserRow => ({
  id,
  name: `Ana ${id}`,
  email: `ana${id}@alfa.example`,
  phone_number: null,
  status: 2,
  created_at: '2026-01-02T12:00:00.000Z',
  password_expired: false,
  update_at: '2026-01-02T12:00:00.000Z',
  last_access_at: null,
  invited: false,
})
const some = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => personOf(from + index))
const none = new Map<number, UserRow>()

describe('the selected users', () => {
  it('are grouped by status, in order of selection', () => {
    const blocked = { ...personOf(2), status: 3 as const }
    const people = new Map([personOf(3), blocked, personOf(1)].map((each) => [each.id, each]))
    expect([...withStatus(people, [2]).keys()]).toEqual([3, 1])
    expect([...withStatus(people, [3]).values()]).toEqual([blocked])
  })

  it('are added and removed across pages', () => {
    const { people } = withSelected(none, some(1, 10), true)
    const after = withSelected(withSelected(people, some(11, 12), true).people, some(2, 9), false)
    expect([...after.people.keys()]).toEqual([1, 10, 11, 12])
    expect(after.full).toBe(false)
  })

  it('are limited to the size of one write, without counting a user twice', () => {
    const { people, full } = withSelected(none, some(1, 498), true)
    expect(full).toBe(false)
    const after = withSelected(people, some(490, 510), true)
    expect([after.people.size, after.full]).toEqual([500, true])
    expect(withSelected(after.people, some(1, 500), true).full).toBe(false)
  })

  it('are described by the first three names and the number of others', () => {
    expect(namesOf(some(1, 1))).toBe('Ana 1')
    expect(namesOf(some(1, 3))).toBe('Ana 1, Ana 2 e Ana 3')
    expect(namesOf(some(1, 12))).toBe('Ana 1, Ana 2, Ana 3 e mais 9')
  })
})

describe('the users of a refusal', () => {
  const people = withSelected(none, some(7, 9), true).people

  it('are found by the index in the request body, each once', () => {
    const sent = [7, 8, 8, 9]
    const fields = {
      'user_id.1': 'Não está ativo.',
      'user_id.2': 'Outra.',
      'given.3': 'Não encontrado.',
    }
    expect(refusedIn(fields, people, (place) => sent[place])).toEqual([
      { person: personOf(8), reason: 'Não está ativo.' },
      { person: personOf(9), reason: 'Não encontrado.' },
    ])
  })

  it('are none if the field does not belong to a user', () => {
    expect(refusedIn({ user_id: 'Demais.' }, people, () => undefined)).toEqual([])
  })
})
