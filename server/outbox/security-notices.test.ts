import { describe, expect, test } from 'vitest'
import type { Message } from './outbox-queries.ts'
import {
  blockedNotice,
  emailChangedNotice,
  passwordChangedNotice,
  phoneChangedNotice,
  roleGivenNotice,
} from './security-notices.ts'

const to = { name: 'Ana <b>Lima</b>', email: 'ana@operadora.example' }
const notices: [string, Message][] = [
  ['the password', passwordChangedNotice(to)],
  ['the phone', phoneChangedNotice(to, '5541987650001')],
  ['the e-mail', emailChangedNotice(to)],
  ['a block', blockedNotice(to)],
]

describe('a notice of', () => {
  test.each(notices)('%s goes to the person, with no address to follow', (_, notice) => {
    expect(notice.to).toBe(to.email)
    expect(notice.text).toContain(`Olá, ${to.name}.`)
    for (const text of [notice.text, notice.html ?? ''])
      expect(text).not.toMatch(/https?:|www\.|href|localhost|\.example/)
  })

  test.each(notices)('%s is no place for the markup of a name', (_, notice) => {
    expect(notice.html).not.toContain('<b>Lima')
    expect(notice.html).toContain('Lima')
  })

  test('the phone tells no more of it than its last four digits', () => {
    const { text, html } = phoneChangedNotice(to, '5541987650001')
    expect(text).toContain('termina em 0001')
    expect(text + html).not.toContain('50001')
  })
})

describe('who was given a role', () => {
  test.each([
    ['administrator', 'Você agora é administrador da Gestão de Acesso.'],
    ['master', 'Você agora é usuário master da sua empresa na Gestão de Acesso.'],
  ] as const)('%s is told so, without a link', (role, sentence) => {
    const message = roleGivenNotice(to, role)
    expect(message).toMatchObject({ to: to.email, subject: 'Suas permissões mudaram' })
    expect(message.text).toContain(sentence)
    expect(message.text).not.toMatch(/https?:/)
  })
})
