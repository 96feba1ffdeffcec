import { expect, it } from 'vitest'
import { isEmail, emailMax } from './email-shape.ts'
import { email } from './fields.ts'

it.each([
  'ana@operadora.example',
  '  Ana.Maria+portal@Operadora.Example  ',
  '',
  'a&b@teste.example',
  'ana@teste.example\u200B',
  'ana@-teste.example',
  `${'a'.repeat(65)}@teste.example`,
  'contato@example.xn--p1ai',
  'ana',
  'ana@',
  'ana@operadora',
  'ana..maria@operadora.example',
  'ana @operadora.example',
  'aná@operadora.example',
  `${'a'.repeat(emailMax - '@x.example'.length)}@x.example`,
  `${'a'.repeat(emailMax - '@x.example'.length + 1)}@x.example`,
])('accepts %j as an e-mail exactly if the schema does', (typed) => {
  expect(isEmail(typed)).toBe(email.safeParse(typed).success)
})

it.each([
  ['contato@ação.com.br', 'contato@xn--ao-siap.com.br'],
  ['contato@AÇÃO.com.br', 'contato@xn--ao-siap.com.br'],
  ['contato@ac\u0327a\u0303o.com.br', 'contato@xn--ao-siap.com.br'],
  ['contato@пример.рф', 'contato@xn--e1afmkfd.xn--p1ai'],
  ['Ana@XN--AO-SIAP.com.br', 'ana@xn--ao-siap.com.br'],
])('stores the domain of %j as punycode', (typed, stored) => {
  expect(isEmail(typed)).toBe(true)
  expect(email.parse(typed)).toBe(stored)
})

it.each([
  'ana@\u212Aarl.example',
  'ana@\uFF4Barl.example',
  'ana@-ação.example',
  'ana@ação-.example',
  'ana@ação',
  'ana@ação..example',
  'ana@ação.example:80',
  'ana@ação.example/x',
  'ana@b@ação.example',
  'ana@a_ção.example',
  'ana@١٢٧.0.0.1',
  `ana@${'ç'.repeat(64)}.example`,
  `ana@${'ç'.repeat(300)}.example`,
])('refuses the domain of %j', (typed) => {
  expect(isEmail(typed)).toBe(false)
  expect(email.safeParse(typed).success).toBe(false)
})

it.each([
  'p&d@teste.example',
  "o'brien@teste.example",
  'a#b@teste.example',
  'a/b=c!d%e@teste.example',
  'ana+tag@teste.example',
  'contato@example.xn--p1ai',
  `${'a'.repeat(64)}@teste.example`,
  `a@${'b'.repeat(63)}.example`,
])('accepts %j', (typed) => {
  expect(isEmail(typed)).toBe(true)
})

it.each([
  'Ana <ana@teste.example>',
  'ana@teste.example;bia@teste.example',
  'ana@teste.example.',
  'ana..b@teste.example',
  '.ana@teste.example',
  'ana.@teste.example',
  'ana@-teste.example',
  'ana@teste-.example',
  'ana@te_ste.example',
  `${'a'.repeat(65)}@teste.example`,
  `a@${'b'.repeat(64)}.example`,
  'ana@[127.0.0.1]',
  'ana@127.0.0.1',
  'ana@localhost',
  'anaç@teste.example',
  'ana＠teste.example',
  'ana@teste．example',
  '"ana b"@teste.example',
  '\u0430na@teste.example',
  'mailto:e@teste.example',
])('refuses %j', (typed) => {
  expect(isEmail(typed)).toBe(false)
})
