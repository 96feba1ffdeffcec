import { expect, test } from 'vitest'
import { readCnpj } from './cnpj.ts'
import { importRowSchemas } from './import-rows.ts'
import { personPhone } from './person-fields.ts'
import { readWholeNumber } from './whole-number.ts'

test.each([
  ['10', 10],
  [' 10 ', 10],
  ['+10', 10],
  ['-1', -1],
  ['０１０', 10],
  ['10.00', 10],
  ['10,0', 10],
  ['99.0', 99],
  ['1.000', 1000],
  ['12.000', 12_000],
  ['1.234', 1234],
  ['1.000,00', 1000],
  ['1 000', 1000],
  ['1\u00A0000', 1000],
  ['1.000.000', 1_000_000],
  ['1,000.00', 1000],
  ['1,000,000', 1_000_000],
  ['1000.000', 1000],
  ['0,000', 0],
  ['1,000', 'unclear'],
  ['10,000', 'unclear'],
  ['1,234', 'unclear'],
  ['', undefined],
  ['1e2', undefined],
  ['1E+1', undefined],
  ['10,5', undefined],
  ['0.500', undefined],
  ['1.00.000', undefined],
  ['1,000.000,00', undefined],
  ['10 licenças', undefined],
  ['10%', undefined],
  ['--1', undefined],
  ['0x10', undefined],
])('%j is read as %j', (text, number) => {
  expect(readWholeNumber(text)).toBe(number)
})

test.each([
  ['5511987654321.0', '5511987654321'],
  ['5511987654321,00', '5511987654321'],
  ['551198765.0000', '5511987650000'],
  ['+55 11 98765.4300', '5511987654300'],
])('the telephone %s has the digits %s, from a form and from a file', (typed, digits) => {
  expect(personPhone.parse(typed)).toBe(digits)
  expect(importRowSchemas.users.shape.phone_number.parse(typed)).toBe(digits)
})

test('zero decimals after a CNPJ do not change it', () => {
  expect(readCnpj('98223611000101.0')).toBe('98223611000101')
})
