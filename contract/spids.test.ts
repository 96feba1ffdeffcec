import { describe, expect, test } from 'vitest'
import { spidsMax, typedSpids } from './spids.ts'

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ spid: `71${index}`, description: '' }))

/** Returns the error message of each invalid field. */
const errorsOf = (typed: unknown) =>
  Object.fromEntries(
    typedSpids
      .safeParse(typed)
      .error?.issues.map((issue) => [issue.path.join('.'), issue.message]) ?? [],
  )

describe('the SPIDs of a company', () => {
  test('are up to eight, each of letters and digits, with or without a description', () => {
    const typed = [...many(spidsMax - 1), { spid: ' aB9 ', description: ' Voz\u00a0fixa ' }]
    expect(typedSpids.parse(typed).at(-1)).toEqual({ spid: 'aB9', description: 'Voz fixa' })
    expect(typedSpids.parse([{ spid: '7101' }, { spid: '7102', description: null }])).toEqual([
      { spid: '7101', description: '' },
      { spid: '7102', description: '' },
    ])
  })

  test('may be an empty list', () => {
    expect(typedSpids.parse([])).toEqual([])
  })

  test.each<[string, unknown, Record<string, string>]>([
    ['nine', many(9), { '': 'Número máximo de SPIDs atingido' }],
    ['a duplicate', [{ spid: '71' }, { spid: '71' }], { '1.spid': 'SPID duplicado' }],
    ['a duplicate by case', [{ spid: 'ab' }, { spid: 'AB' }], { '1.spid': 'SPID duplicado' }],
    [
      'a duplicate in full-width letters',
      [{ spid: 'ab' }, { spid: '\uff41\uff42' }],
      { '1.spid': 'SPID duplicado' },
    ],
    [
      'one that is an accent apart',
      [{ spid: 'acao' }, { spid: 'ação' }],
      { '1.spid': 'Use apenas letras e números.' },
    ],
    ['an empty row', [{ spid: ' ' }], { '0.spid': 'Preencha o campo vazio ou exclua o mesmo' }],
    ['no SPID', [{ description: 'x' }], { '0.spid': 'Preencha o campo vazio ou exclua o mesmo' }],
    ['31 characters', [{ spid: '7'.repeat(31) }], { '0.spid': 'Use no máximo 30 caracteres.' }],
    ['a hyphen', [{ spid: '71-01' }], { '0.spid': 'Use apenas letras e números.' }],
    [
      'a description of 101 characters',
      [{ spid: '71', description: 'x'.repeat(101) }],
      { '0.description': 'Use no máximo 100 caracteres.' },
    ],
    [
      'a description with a control character',
      [{ spid: '71', description: 'a\u001Bb' }],
      { '0.description': 'Use apenas texto simples.' },
    ],
  ])('are refused with %s', (_, typed, fields) => {
    expect(errorsOf(typed)).toEqual(fields)
  })
})
