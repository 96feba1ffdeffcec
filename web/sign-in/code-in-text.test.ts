import { describe, expect, it } from 'vitest'
import { codeInText } from './code-in-text.ts'

describe('the code in what was pasted', () => {
  it.each([
    ['alone', '123456'],
    ['with blanks around it', ' 123456\n'],
    ['in two groups', '123-456'],
    ['in two groups with a blank', '123 456'],
    ['with a hyphen that does not break', '123\u2011456'],
    ['with a dash', '123\u2013456'],
    ['digit by digit', '1 2 3 4 5 6'],
    ['in full-width digits', '\uff11\uff12\uff13\uff14\uff15\uff16'],
    ['among invisible marks', '\u202a123456\u202c'],
    [
      'in our SMS',
      'Gestao de Acesso: seu codigo é 123456. Vale por 5 minutos. Nao o informe a ninguém.',
    ],
    [
      'in our mail',
      'Olá, Ana.\n\nUse este código. Ele vale por 5 minutos.\n\n123456\n\nGestão de Acesso',
    ],
    ['beside a telephone', 'Seu código é 123456. Dúvidas: 0800 123 4567 ou 5511987654321.'],
    ['beside other six digits', 'Protocolo 654321. Seu código é 123-456. CEP 01310-100.'],
    ['before other six digits', 'Seu código: 123456. Protocolo 654321.'],
    ['said twice', 'Seu código é 123456. Código: 123 456'],
  ])('is found %s', (_, pasted) => {
    expect(codeInText(pasted)).toBe('123456')
  })

  it.each([
    ['nothing', ''],
    ['five digits', '12345'],
    ['seven digits', '1234567'],
    ['words', 'Olá'],
    ['two codes, of which nothing says which', '123456 ou 654321'],
    ['two codes that both are called so', 'Código 123456. Código 654321.'],
    ['a telephone', '+55 11 98765-4321'],
  ])('is not guessed in %s', (_, pasted) => {
    expect(codeInText(pasted)).toBeUndefined()
  })
})
