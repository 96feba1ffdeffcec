import { verifierDigit } from '@fnando/cnpj'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maskCnpj, readCnpj, typedCnpj } from './cnpj.ts'

const places = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * Appends the check digits to the first 12 characters. Each character counts as its ASCII code minus 48 (rulings §6).
 */
function withCheckDigits(root: string): string {
  const values = Array.from(root).map((place) => place.charCodeAt(0) - 48)
  const first = verifierDigit(values)
  return `${root}${first}${verifierDigit([...values, first])}`
}

/** Generator of valid CNPJs, usually with letters. */
const anyCnpj = fc
  .array(fc.constantFrom(...places.split('')), { minLength: 12, maxLength: 12 })
  .map((root) => root.join(''))
  .filter((root) => new Set(root).size > 1)
  .map(withCheckDigits)

/** Returns the error message shown below the field. */
const errorOf = (typed: unknown): string | undefined =>
  typedCnpj('Preencha os campos obrigatórios').safeParse(typed).error?.issues[0]?.message

describe('a CNPJ', () => {
  test.each([
    ['of digits', '54550752000155', '54550752000155'],
    ['of digits, with its mask', '54.550.752/0001-55', '54550752000155'],
    ['with letters, as issued since July 2026', '12ABC34501DE35', '12ABC34501DE35'],
    ['with letters and its mask', '12.ABC.345/01DE-35', '12ABC34501DE35'],
    ['in lower case', '12.abc.345/01de-35', '12ABC34501DE35'],
    ['between spaces', ' 54550752000155\n', '54550752000155'],
    ['with a no-break hyphen', '54.550.752/0001\u201155', '54550752000155'],
    ['with a dash', '54.550.752/0001\u201355', '54550752000155'],
    ['with a zero-width space', '54550752\u200b000155\u200b', '54550752000155'],
    ['with blanks within', '54.550.752 / 0001\u00a0- 55', '54550752000155'],
    ['with its mask in the wrong place', '5.4550.752/0001-55', '54550752000155'],
    ['in full-width letters', '１２ABC３４５０１DE３５', '12ABC34501DE35'],
  ])('%s is stored without mask, in upper case', (_, typed, stored) => {
    expect(readCnpj(typed)).toBe(stored)
    expect(typedCnpj('').parse(typed)).toBe(stored)
  })

  test('of either form can be read back from its masked form', () => {
    fc.assert(
      fc.property(anyCnpj, (document) => {
        expect(maskCnpj(document)).toMatch(/^.{2}\..{3}\..{3}\/.{4}-\d{2}$/)
        expect(readCnpj(maskCnpj(document))).toBe(document)
        expect(readCnpj(document.toLowerCase())).toBe(document)
      }),
    )
  })

  test.each([
    ['with a wrong check digit', '54550752000154'],
    ['of one digit over and over', '00000000000000'],
    ['of one digit over and over, with the check digits of that', withCheckDigits('111111111111')],
    ['of one letter over and over', withCheckDigits('AAAAAAAAAAAA')],
    ['too short', '5455075200015'],
    ['too long', '545507520001555'],
    ['far too long', '5'.repeat(1000)],
    ['with letters for check digits', '12ABC34501DEAB'],
    ['with the letter O for a zero', '5455O752OOO155'],
    ['with a Cyrillic letter', '12\u0410BC34501DE35'],
    [
      'with a letter that becomes ours in upper case',
      withCheckDigits('12IBC34501DE').replace('I', 'ı'),
    ],
    ['with other signs between', '54550752#0001-55'],
    ['that is a CPF', '529.982.247-25'],
    ['in Arabic digits', '٥٤٥٥٠٧٥٢٠٠٠١٥٥'],
  ])('%s is refused', (_, typed) => {
    expect(readCnpj(typed)).toBeUndefined()
    expect(errorOf(typed)).toBe('CNPJ inválido')
  })

  test.each(['9,8E+13', '9.8301745E+13', '9,8e13', '1E+14'])(
    'that a spreadsheet turned into %s is refused with a specific message',
    (typed) => {
      expect(errorOf(typed)).toBe(
        'A planilha transformou este CNPJ em um número, como 9,8E+13. Formate a coluna como texto e informe-o de novo.',
      )
    },
  )

  test.each([-1, 1])('with a check digit that is %i off is refused', (off) => {
    fc.assert(
      fc.property(anyCnpj, fc.constantFrom(12, 13), (document, place) => {
        const other = (Number(document.charAt(place)) + off + 10) % 10
        expect(readCnpj(document.slice(0, place) + other + document.slice(place + 1))).toBe(
          undefined,
        )
      }),
    )
  })

  test('with an E that resembles scientific notation is accepted', () => {
    const document = withCheckDigits('98301745E000')
    expect(readCnpj(document)).toBe(document)
  })

  test.each([undefined, null, '', '  ', 54550752000155])('is required: %s', (typed) => {
    expect(errorOf(typed)).toBe('Preencha os campos obrigatórios')
  })
})
