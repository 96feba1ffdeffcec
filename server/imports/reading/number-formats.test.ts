import { describe, expect, test } from 'vitest'
import { numberCell } from './number-formats.ts'

describe('a number is read as displayed', () => {
  test.each([
    ['123', '', '123'],
    ['123', 'General', '123'],
    ['123', '00000', '00123'],
    ['0', '000', '000'],
    ['123456', '000', '123456'],
    ['7101.0', '', '7101'],
    ['10', '0.00', '10'],
    ['1000', '#,##0', '1.000'],
    ['1000', '#,##0.00', '1.000'],
    ['98112467000128', String.raw`00\.000\.000\/0000\-00`, '98.112.467/0001-28'],
    ['5511987654321', '"+"00" "00" "00000-0000', '+55 11 98765-4321'],
    ['11987654321', '[<=99999999]####-####;(##) ####-####', '(119) 8765-4321'],
    ['87654321', '[<=99999999]####-####;(##) ####-####', '8765-4321'],
    ['5', '"A"000', 'A005'],
    ['5', '[Red]0', '5'],
    ['5', '0_);(0)', '5'],
    ['12', '@', '12'],
    ['5.511987654321E12', '', '5511987654321'],
    ['9.8E+13', '', '9.8E+13'],
    ['5511987654321', '0.00E+00', '5,511987654321E+12'],
  ])('%s in the format %j is %j', (written, format, shown) => {
    expect(numberCell(written, format)).toBe(shown)
  })
})

describe('a number typed as something else is refused', () => {
  test.each([
    ['45000', 'dd/mm/yyyy', 'em uma data'],
    ['45000', '[$-416]d-mmm;@', 'em uma data'],
    ['0.5', '[h]:mm', 'em uma data'],
    ['0.1', '0%', 'em uma porcentagem'],
    ['10', '0.00%', 'em uma porcentagem'],
    ['10.5', '', 'o número 10,5'],
    ['7101.71', '0', 'o número 7101,71'],
    ['NaN', '', 'não pôde ser lido'],
    ['1e999', '', 'não pôde ser lido'],
    ['', '', 'não pôde ser lido'],
  ])('%s in the format %j', (written, format, sentence) => {
    expect(numberCell(written, format)).toMatchObject({
      sentence: expect.stringContaining(sentence) as string,
    })
  })
})

describe('a date is read as a day', () => {
  test.each<[string, 1900 | 1904, string | undefined]>([
    ['46387', 1900, '31/12/2026'],
    ['44925', 1904, '31/12/2026'],
    ['61', 1900, '01/03/1900'],
    ['60', 1900, undefined],
    ['46387.5', 1900, undefined],
    ['-5', 1900, undefined],
    ['9999999', 1900, undefined],
  ])('%s in the system of %i is %s', (written, dates, day) => {
    const cell = numberCell(written, 'dd/mm/yyyy', dates)
    expect(typeof cell === 'string' ? cell : cell.day).toBe(day)
  })
})
