import { fullStop } from '../../contract/full-stop.ts'
import type { RecoveryKind } from '../../contract/recoveries.ts'
import { formatInstant } from '../../contract/shown.ts'
import type { Message } from './outbox-queries.ts'
import { paragraphMail } from './paragraph-mail.ts'
import { notice, type Recipient } from './security-notices.ts'

/** A recovery that was started. */
interface Started {
  kind: RecoveryKind
  /** When the wait without a second proof ends; null if a proof or an approval is always needed. */
  waitsUntil: Date | null
}

const whatHappens = {
  password: 'A criação de uma nova senha',
  factors:
    'A remoção das chaves de acesso, do aplicativo autenticador e dos códigos de recuperação',
} as const

/** When a recovery takes effect, as a sentence. */
const effectOf = ({ kind, waitsUntil }: Started): string =>
  waitsUntil === null
    ? `${whatHappens[kind]} depende de uma segunda prova, ou da aprovação de quem administra a conta.`
    : `${whatHappens[kind]} fica possível em ${formatInstant(waitsUntil.toISOString())}, ou antes com uma segunda prova ou a aprovação de quem administra a conta.`

/** Notice to the user that a recovery of the account was started. */
export function recoveryStartedNotice(to: Recipient, started: Started): Message {
  return notice(to, 'Uma recuperação da sua conta foi iniciada', [
    `Uma recuperação da sua conta foi iniciada. ${effectOf(started)}`,
    'Se não foi você, o aviso pelo endereço abaixo também cancela a recuperação.',
  ])
}

/** SMS to the user that a recovery was started. Uses only the GSM 03.38 alphabet. */
export function recoveryStartedText(to: string, { link }: { link: string }): Message {
  return {
    channel: 'sms',
    to,
    subject: '',
    text: `Gestao de Acesso: a recuperacao da sua conta foi iniciada. Se nao foi voce: ${link}`,
  }
}

/** Notice to a person who can cancel the recovery of another one. */
export function supervisedRecoveryNotice(
  { name, email }: Recipient,
  { user, record, ...started }: Started & { user: string; record: string },
): Message {
  return paragraphMail({
    to: email,
    subject: 'A recuperação de uma conta foi iniciada',
    link: record,
    paragraphs: [
      fullStop(`Olá, ${name}`),
      fullStop(`Uma recuperação da conta de ${user} foi iniciada`),
      `${effectOf(started)} Confirme com a pessoa, por outro meio que não o e-mail, se foi ela. Se não foi, cancele a recuperação no cadastro dela:`,
    ],
  })
}

/** Notice to a person who can help that a user did not recognise something in the account. */
export function accountReportedNotice(
  { name, email }: Recipient,
  { user, record, frozenUntil }: { user: string; record: string; frozenUntil: Date },
): Message {
  return paragraphMail({
    to: email,
    subject: 'Uma pessoa avisou que não reconhece um acesso',
    link: record,
    paragraphs: [
      fullStop(`Olá, ${name}`),
      fullStop(`${user} avisou que não reconhece um acesso ou uma mudança na própria conta`),
      `As sessões dessa conta foram encerradas, e a recuperação dela fica suspensa até ${formatInstant(frozenUntil.toISOString())}. Fale com a pessoa e confira o cadastro e o histórico dela. Para dar a ela uma nova senha, libere a recuperação no cadastro:`,
    ],
  })
}

/** Notice that a recovery has removed the factors of the account. */
export function factorsRemovedNotice(to: Recipient): Message {
  return notice(to, 'As suas chaves e códigos foram removidos', [
    'As chaves de acesso, o aplicativo autenticador e os códigos de recuperação da sua conta foram removidos, porque uma recuperação foi concluída. Entre e crie novos em "Minha conta".',
  ])
}
