import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { fieldErrorMap } from './field-sentences.ts'
import { accessToken, email, id, idInPath, instant, spid, status, version } from './fields.ts'

/** Returns the first error message, or undefined if the value is valid. */
const sentenceOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: fieldErrorMap }).error?.issues[0]?.message

const largest = 2_147_483_647

describe('a shared field', () => {
  test.each([
    ['an identifier', id],
    ['a version', version],
  ])('%s is an integer from 1 to the largest that a row can have', (_, schema) => {
    for (const accepted of [1, 2, largest]) expect(schema.parse(accepted)).toBe(accepted)
    for (const refused of [0, -1, 1.5, largest + 1, '1', null])
      expect(schema.safeParse(refused).success).toBe(false)
    expect(sentenceOf(schema, 0)).toBe('O valor mínimo é 1.')
    expect(sentenceOf(schema, largest + 1)).toBe(`O valor máximo é ${largest}.`)
  })

  test('an identifier in a path has only digits, no leading zero, and becomes a number', () => {
    expect(idInPath.parse('1')).toBe(1)
    expect(idInPath.parse('12')).toBe(12)
    expect(idInPath.parse(String(largest))).toBe(largest)
    for (const refused of ['', '0', '01', '1x', 'x1', '1.5', '-1', ' 1', '12345678901'])
      expect(sentenceOf(idInPath, refused)).toBe('Identificador inválido.')
    expect(idInPath.safeParse(String(largest + 1)).success).toBe(false)
  })

  test('a status is 1 or 0, and the message explains both', () => {
    expect([status.parse(1), status.parse(0)]).toEqual([1, 0])
    for (const refused of [2, -1, '1', true, undefined])
      expect(sentenceOf(status, refused)).toBe('Escolha 1 (ativo) ou 0 (inativo).')
  })

  test('an e-mail is lower-cased, and a look-alike is not turned into an ASCII letter', () => {
    expect(email.parse(' Karl@Operadora.example ')).toBe('karl@operadora.example')
    // Kelvin sign, a Cyrillic letter, a full-width letter, and a dotted capital I.
    for (const lookAlike of ['\u212Aarl', 'k\u0430rl', '\uFF4Barl', '\u0130arl'])
      expect(email.safeParse(`${lookAlike}@operadora.example`).success).toBe(false)
  })

  test('a token has from 1 to 4096 characters', () => {
    for (const length of [1, 4096])
      expect(accessToken.parse('x'.repeat(length))).toHaveLength(length)
    for (const length of [0, 4097])
      expect(accessToken.safeParse('x'.repeat(length)).success).toBe(false)
  })

  test('an e-mail is stored in lower case, trimmed, up to 200 characters', () => {
    expect(email.parse('  Ana.Souza@Operadora.Example ')).toBe('ana.souza@operadora.example')
    const domain = `@${'a.'.repeat(60)}example`
    const longest = 'x'.repeat(200 - domain.length) + domain
    expect(longest).toHaveLength(200)
    for (const refused of ['', 'ana', 'ana@', '@operadora.example', 'a b@c.example', `x${longest}`])
      expect(email.safeParse(refused).success).toBe(false)
  })

  test('a SPID is 1 to 30 letters and digits', () => {
    for (const accepted of ['1', 'SPID01', 'x'.repeat(30)])
      expect(spid.parse(accepted)).toBe(accepted)
    for (const refused of ['', 'x'.repeat(31), 'SPID 1', '-SPID1', 'SPID1-', 'São'])
      expect(spid.safeParse(refused).success).toBe(false)
  })

  test('an instant is serialised as ISO 8601 in UTC, from a date or from such text', () => {
    const text = '2026-11-21T12:00:00.000Z'
    expect(instant.parse(new Date(text))).toBe(text)
    expect(instant.parse(text)).toBe(text)
    for (const refused of ['2026-11-21', 'now', 0, new Date(Number.NaN)])
      expect(instant.safeParse(refused).success).toBe(false)
  })

  test('a rule without a message of its own gets a message in Portuguese', () => {
    expect(sentenceOf(spid, undefined)).toBe('Campo obrigatório.')
    expect(sentenceOf(spid, 5)).toBe('Tipo de valor inválido.')
    expect(sentenceOf(spid, '-')).toBe('Valor inválido.')
  })
})
