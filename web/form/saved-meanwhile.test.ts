import { describe, expect, it } from 'vitest'
import { savedInWords, savedMeanwhile } from './saved-meanwhile.ts'

const now = new Date('2026-11-26T20:00:00.000Z')
const save = (
  id: number | null,
  name: string | null,
  happened_at = '2026-11-26T13:31:40.000Z',
) => ({
  user: id === null ? null : { id, name },
  happened_at,
})
const inWords = (events: Parameters<typeof savedMeanwhile>[0], updatedAt?: string) =>
  savedInWords(savedMeanwhile(events, { userId: 7, updatedAt }), now)

describe('a save by somebody else, in words', () => {
  it.each([
    ['a name and a time of today', [save(3, 'Ana Lima')], 'Ana Lima salvou às 10:31'],
    [
      'two saves by one user, at the time of the last',
      [save(3, 'Ana Lima', '2026-11-26T13:32:00.000Z'), save(3, 'Ana Lima')],
      'Ana Lima salvou às 10:32',
    ],
    [
      'saves by two users',
      [save(3, 'Ana Lima'), save(4, 'Bia Reis')],
      'Ana Lima e Bia Reis salvaram, por último às 10:31',
    ],
    ['a user whom the reader does not see', [save(3, null)], 'Outra pessoa salvou às 10:31'],
    [
      'one of two users is not seen',
      [save(3, null), save(4, 'Bia Reis')],
      'Bia Reis e outra pessoa salvaram, por último às 10:31',
    ],
    ['an event without a user', [save(null, null)], 'Outra pessoa salvou às 10:31'],
    [
      'the reader in another window',
      [save(7, 'Eu')],
      'Você salvou este registro em outra janela às 10:31',
    ],
    [
      'the reader in another window, and another user',
      [save(7, 'Eu'), save(3, 'Ana Lima')],
      'Eu e Ana Lima salvaram, por último às 10:31',
    ],
    [
      'another day',
      [save(3, 'Ana Lima', '2026-11-25T13:31:00.000Z')],
      'Ana Lima salvou em 25/11/2026 às 10:31',
    ],
    [
      'a day that is already over in UTC',
      [save(3, 'Ana Lima', '2026-11-26T02:59:00.000Z')],
      'Ana Lima salvou em 25/11/2026 às 23:59',
    ],
  ])('%s', (_, events, sentence) => {
    expect(inWords(events)).toBe(sentence)
  })

  it('without events, the time of the record is used', () => {
    expect(inWords([], '2026-11-26T13:31:00.000Z')).toBe('Outra pessoa salvou às 10:31')
    expect(inWords([])).toBe('Outra pessoa salvou este registro')
  })
})
