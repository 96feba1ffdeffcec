import { expect, it } from 'vitest'
import { withNewest } from './last-spids.ts'

const last = (userId: number, spid: string) => ({ userId, companyId: 1, moduleId: 2, spid })

it('keeps one SPID for each person, company and module, the newest first', () => {
  const known = withNewest([last(1, 'A'), last(2, 'B')], last(2, 'C'))
  expect(known).toEqual([last(2, 'C'), last(1, 'A')])
})

it('forgets the oldest of more than 40', () => {
  const full = Array.from({ length: 40 }, (_, userId) => last(userId, 'A'))
  const known = withNewest(full, last(99, 'B'))
  expect(known).toHaveLength(40)
  expect(known.at(-1)).toEqual(last(38, 'A'))
})
