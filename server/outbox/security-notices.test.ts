import { describe, expect, test } from 'vitest'
import { secretsKey } from '../../test/testing/test-environment.ts'
import { Keyring } from '../secrets/keyring.ts'
import {
  companyInvitationMessage,
  oneTimePasswordMessage,
  temporaryPasswordMessage,
} from './message-templates.ts'
import type { Message } from './outbox-queries.ts'
import { factorsRemovedNotice, recoveryStartedNotice } from './recovery-notices.ts'
import { reportable } from './report-links.ts'
import {
  apiTokenEndingNotice,
  apiTokenMadeNotice,
  blockedNotice,
  borrowerBegunNotice,
  borrowerEndedNotice,
  emailChangedNotice,
  lenderBegunNotice,
  lenderEndedNotice,
  moduleMovedNotice,
  passkeyAddedNotice,
  passkeyRemovedNotice,
  passwordChangedNotice,
  phoneChangedNotice,
  recoveryCodesMadeNotice,
  recoveryCodeUsedNotice,
  roleGivenNotice,
  totpAddedNotice,
  totpRemovedNotice,
} from './security-notices.ts'

const to = { name: 'Ana <b>Lima</b>', email: 'ana@operadora.example' }
const lent = {
  company: 'Operadora Um',
  lender: 'Ana <b>Lima</b>',
  borrower: 'Bia Melo',
  end: new Date('2026-12-01T02:59:59.999Z'),
}
const notices: [string, Message][] = [
  ['the password', passwordChangedNotice(to)],
  ['the phone', phoneChangedNotice(to, '5541987650001')],
  ['the e-mail', emailChangedNotice(to)],
  ['a block', blockedNotice(to)],
  ['a token', apiTokenMadeNotice(to, { company: 'Aurora', by: 'Bia', until: undefined })],
  ["a token's end", apiTokenEndingNotice(to, { company: 'Aurora', until: '01/12/2026 00:00:00' })],
  ['the address of a module', moduleMovedNotice(to, { module: 'Extratos', by: 'Bia <b>Lima</b>' })],
  ['a delegation to the person', borrowerBegunNotice(to, lent)],
  ['a delegation by the person', lenderBegunNotice(to, lent)],
  ['the end of a delegation to the person', borrowerEndedNotice(to, lent)],
  ['the end of a delegation by the person', lenderEndedNotice(to, lent)],
]

describe('notice of', () => {
  test.each(notices)('%s goes to the account owner, without a link', (_, notice) => {
    expect(notice.to).toBe(to.email)
    expect(notice.text).toContain(`Olá, ${to.name}.`)
    for (const text of [notice.text, notice.html ?? ''])
      expect(text).not.toMatch(/https?:|www\.|href|localhost|\.example/)
  })

  test.each(notices)('%s escapes the markup of a name', (_, notice) => {
    expect(notice.html).not.toContain('<b>Lima')
    expect(notice.html).toContain('Lima')
  })

  test('the phone reveals only its last four digits', () => {
    const { text, html } = phoneChangedNotice(to, '5541987650001')
    expect(text).toContain('termina em 0001')
    expect(text + html).not.toContain('50001')
  })
})

test.each<[string, Message]>([
  ['the password', passwordChangedNotice(to)],
  ['a passkey', passkeyAddedNotice(to, 'Celular')],
  ['a removed passkey', passkeyRemovedNotice(to, 'Celular')],
  ['an app', totpAddedNotice(to)],
  ['a removed app', totpRemovedNotice(to)],
  ['recovery codes', recoveryCodesMadeNotice(to, 1)],
  ['a used recovery code', recoveryCodeUsedNotice(to)],
  ['a started recovery', recoveryStartedNotice(to, { kind: 'factors', waitsUntil: null })],
  ['removed factors', factorsRemovedNotice(to)],
])(
  'the notice of %s asks for a report, not for a recovery, which a report freezes',
  (_, notice) => {
    const links = { keyring: new Keyring([secretsKey]), publicUrl: 'https://portal' }
    const about = { userId: 7, notice: 'x', now: new Date(0) }
    const { text, html } = reportable(notice, links, about)
    expect(text).not.toMatch(/recupere|recuperar|troque|remova a chave/i)
    expect(text).toMatch(
      /peça uma nova senha a quem administra a sua conta:\n\nhttps:\/\/portal\/not-me#/,
    )
    expect(html).toContain('peça uma nova senha')
  },
)

describe('a sentence that ends with a name', () => {
  const abbreviated = { name: 'José Souza Jr.', email: to.email }
  const company = 'Telecom S.A.'
  const delegated = { company, lender: abbreviated.name, borrower: 'Ana Lima Jr.', end: null }
  const mails: [string, Message][] = [
    ['a token', apiTokenMadeNotice(abbreviated, { company, by: 'Bia Jr.', until: undefined })],
    ['the end of a delegation', borrowerEndedNotice(abbreviated, delegated)],
    ['a password', passwordChangedNotice(abbreviated)],
    ['a code', oneTimePasswordMessage('email', to.email, abbreviated.name, '000000')],
    ['a reset', temporaryPasswordMessage(to.email, abbreviated.name, 'x', 'https://portal')],
    [
      'an invitation',
      companyInvitationMessage({ ...abbreviated, to: to.email, company, link: 'x' }),
    ],
  ]
  test.each(mails)('has one full stop in the mail about %s', (_, { text, html }) => {
    expect(text).toContain('Olá, José Souza Jr.')
    expect(`${text}${html}`).not.toContain('..')
  })
})

describe('notice of a new API token', () => {
  test.each([
    [undefined, 'Ele não tem data de fim.'],
    ['01/12/2026 00:00:00', 'Ele vale até 01/12/2026 00:00:00.'],
  ])('names its maker, its company and its end (%s)', (until, sentence) => {
    const { text } = apiTokenMadeNotice(to, { company: 'Aurora Telecom', by: 'Bia Reis', until })
    expect(text).toContain('na empresa Aurora Telecom, por Bia Reis.')
    expect(text).toContain(sentence)
  })
})

test('a delegation notice states the end as lists show it, or that there is none', () => {
  expect(borrowerBegunNotice(to, lent).text).toContain('até 30/11/2026 23:59:59')
  expect(lenderBegunNotice(to, { ...lent, end: null }).text).toContain('sem data de fim')
})

describe('notice of a role', () => {
  test.each([
    ['administrator', 'Você agora é administrador da Gestão de Acesso.'],
    ['master', 'Você agora é usuário master da sua empresa na Gestão de Acesso.'],
  ] as const)('%s names the role, without a link', (role, sentence) => {
    const message = roleGivenNotice(to, role)
    expect(message).toMatchObject({ to: to.email, subject: 'Suas permissões mudaram' })
    expect(message.text).toContain(sentence)
    expect(message.text).not.toMatch(/https?:/)
  })
})
