import { describe, expect, it } from 'vitest'
import { spidsMax } from '../../contract/spids.ts'
import {
  spidsMissingIn,
  problemOfAdding,
  problemOfSaving,
  spidChanges,
  type SpidRow,
} from './spid-rows.ts'

const rowsOf = (...spids: string[]): SpidRow[] =>
  spids.map((spid, index) => ({ key: 10 + index, spid, description: '' }))
const many = (count: number) => rowsOf(...Array.from({ length: count }, (_, n) => `71${n}`))

describe('adding a row', () => {
  it('is allowed without rows and after complete rows', () => {
    expect(problemOfAdding([])).toBeNull()
    expect(problemOfAdding(rowsOf('0', '7102'))).toBeNull()
    expect(problemOfAdding(many(spidsMax - 1))).toBeNull()
  })

  it('is refused after an empty row', () => {
    expect(problemOfAdding(rowsOf('7101', ' '))).toEqual({
      key: 11,
      field: 'spid',
      message: 'Preencha o campo anterior',
    })
  })

  it('is refused after the eighth row', () => {
    expect(problemOfAdding(many(spidsMax))).toEqual({ message: 'Número máximo de SPIDs atingido' })
  })

  it('is refused with a duplicate, and the error is shown at its row', () => {
    expect(problemOfAdding(rowsOf('ab', '7', 'AB'))).toEqual({
      key: 12,
      field: 'spid',
      message: 'SPID duplicado',
    })
  })
})

describe('saving', () => {
  it('accepts one to eight SPIDs', () => {
    expect(problemOfSaving(rowsOf('7101'))).toBeNull()
    expect(problemOfSaving(many(spidsMax))).toBeNull()
  })

  it('requires at least one SPID', () => {
    expect(problemOfSaving([])).toEqual({ message: 'Preencha ao menos um SPID' })
  })

  it('refuses an empty row, a duplicate and a description that is too long, each with the error at its field', () => {
    expect(problemOfSaving(rowsOf('7101', ''))).toEqual({
      key: 11,
      field: 'spid',
      message: 'Preencha o campo vazio ou exclua o mesmo',
    })
    expect(problemOfSaving(rowsOf('a', 'A'))).toMatchObject({ key: 11, message: 'SPID duplicado' })
    expect(problemOfSaving([{ key: 3, spid: 'a', description: 'x'.repeat(101) }])).toEqual({
      key: 3,
      field: 'description',
      message: 'Use no máximo 100 caracteres.',
    })
  })
})

describe('the list of changes', () => {
  const before = [
    { spid: 'voz1', description: 'Voz' },
    { spid: '72', description: '' },
  ]

  it('counts added and removed SPIDs, and names those with a changed spelling or description', () => {
    const after = [
      { spid: 'VOZ1', description: 'Voz' },
      { spid: '73', description: 'Dados' },
    ]
    expect(spidChanges(before, after)).toEqual([
      { count: '+1 SPID', names: ['73'] },
      { count: '−1 SPID', names: ['72'] },
      { label: 'SPID voz1', from: 'voz1 · Voz', to: 'VOZ1 · Voz' },
    ])
    expect(spidsMissingIn(after, before)).toEqual([{ spid: '72', description: '' }])
  })

  it('is empty if only the order differs', () => {
    expect(spidChanges(before, before.toReversed())).toEqual([])
  })
})
