import { expect, it } from 'vitest'
import { withNewest } from './last-spids.ts'

const last = (userId: number, spid: string) => ({ userId, companyId: 1, moduleId: 2, spid })

it('stores one SPID per user, company and module, newest first', () => {
  const stored = withNewest([last(1, 'A'), last(2, 'B')], last(2, 'C'))
  expect(stored).toEqual([last(2, 'C'), last(1, 'A')])
})

it('drops the oldest entries beyond 40', () => {
  const full = Array.from({ length: 40 }, (_, userId) => last(userId, 'A'))
  const stored = withNewest(full, last(99, 'B'))
  expect(stored).toHaveLength(40)
  expect(stored.at(-1)).toEqual(last(38, 'A'))
})
