import { expect, it } from 'vitest'
import { formatCnpj } from './format-cnpj.ts'

it('masks both forms and leaves anything else alone', () => {
  expect(formatCnpj('11222333000181')).toBe('11.222.333/0001-81')
  expect(formatCnpj('12ABC34501DE35')).toBe('12.ABC.345/01DE-35')
  expect(formatCnpj('123')).toBe('123')
})
