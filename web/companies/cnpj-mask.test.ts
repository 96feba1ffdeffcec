import { describe, expect, it } from 'vitest'
import { maskTyped } from './cnpj-mask.ts'

describe('the mask of a CNPJ', () => {
  it.each([
    ['', ''],
    ['1', '1'],
    ['11', '11'],
    ['112', '11.2'],
    ['11222333', '11.222.333'],
    ['112223330', '11.222.333/0'],
    ['11222333000181', '11.222.333/0001-81'],
    ['12abc34501de35', '12.ABC.345/01DE-35'],
    [' 11.222.333/0001-81 ', '11.222.333/0001-81'],
    ['112223330001819', '11.222.333/0001-81'],
    ['\uff11\uff12', '12'],
  ])('of %j is %j', (typed, masked) => {
    expect(maskTyped(typed)).toBe(masked)
  })

  it.each(['9,8E+13', '12.\u0410BC', '11_222'])(
    'leaves %j unformatted because it contains a character that is invalid in a CNPJ',
    (typed) => {
      expect(maskTyped(typed)).toBe(typed)
    },
  )
})
