import { describe, expect, it } from 'vitest'
import { codeInText } from './code-in-text.ts'

describe('a code in pasted text', () => {
  it.each([
    ['alone', '123456'],
    ['with surrounding white space', ' 123456\n'],
    ['in two groups', '123-456'],
    ['in two groups with a space', '123 456'],
    ['with a non-breaking hyphen', '123\u2011456'],
    ['with a dash', '123\u2013456'],
    ['digit by digit', '1 2 3 4 5 6'],
    ['in full-width digits', '\uff11\uff12\uff13\uff14\uff15\uff16'],
    ['among invisible characters', '\u202a123456\u202c'],
    [
      'in our SMS',
      'Gestao de Acesso: seu codigo é 123456. Vale por 5 minutos. Nao o informe a ninguém.',
    ],
    [
      'in our mail',
      'Olá, Ana.\n\nUse este código. Ele vale por 5 minutos.\n\n123456\n\nGestão de Acesso',
    ],
    ['beside phone numbers', 'Seu código é 123456. Dúvidas: 0800 123 4567 ou 5511987654321.'],
    [
      'after another number of six digits',
      'Protocolo 654321. Seu código é 123-456. CEP 01310-100.',
    ],
    ['before another number of six digits', 'Seu código: 123456. Protocolo 654321.'],
    ['given twice', 'Seu código é 123456. Código: 123 456'],
  ])('is found %s', (_, pasted) => {
    expect(codeInText(pasted)).toBe('123456')
  })

  it.each([
    ['nothing', ''],
    ['five digits', '12345'],
    ['seven digits', '1234567'],
    ['words', 'Olá'],
    ['two numbers without the word for code', '123456 ou 654321'],
    ['two numbers both called a code', 'Código 123456. Código 654321.'],
    ['a phone number', '+55 11 98765-4321'],
  ])('is not found in %s', (_, pasted) => {
    expect(codeInText(pasted)).toBeUndefined()
  })
})
