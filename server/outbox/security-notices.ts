import { mailPage } from './mail-page.ts'
import type { Message } from './outbox-queries.ts'

/**
 * What a person is told of their own account (ASVS 6.3.7). Never with a link: whoever was taught to follow one from such
 * a mail follows a forged one too.
 */

/** Whom a notice goes to. */
export interface Recipient {
  name: string
  email: string
}

/** The password was changed. */
export function passwordChangedNotice(to: Recipient): Message {
  return notice(to, 'Sua senha foi alterada', [
    'Sua senha foi alterada e todas as suas sessões foram encerradas.',
    'Se não foi você, recupere o acesso imediatamente e avise um administrador.',
  ])
}

/** The phone that codes are sent to was changed by somebody else. */
export function phoneChangedNotice(to: Recipient, phone: string): Message {
  return notice(to, 'Seu telefone foi alterado', [
    `O telefone do seu cadastro agora termina em ${phone.slice(-4)}. Os códigos de acesso por SMS vão para ele.`,
    'Se você não pediu essa mudança, avise um administrador imediatamente.',
  ])
}

/** The e-mail was corrected before the first access; goes to the address that it was. */
export function emailChangedNotice(to: Recipient): Message {
  return notice(to, 'Seu e-mail de acesso foi alterado', [
    'O convite enviado para este endereço foi cancelado: outro e-mail ficou no cadastro.',
    'Se o convite era mesmo para você, avise quem convidou ou um administrador.',
  ])
}

/** The person was blocked. */
export function blockedNotice(to: Recipient): Message {
  return notice(to, 'Seu acesso foi bloqueado', [
    'Seu acesso foi bloqueado e todas as suas sessões foram encerradas.',
    'Se você não sabe o motivo, fale com um administrador.',
  ])
}

const roles = {
  administrator: 'Você agora é administrador da Gestão de Acesso.',
  master: 'Você agora é usuário master da sua empresa na Gestão de Acesso.',
} as const

/** A role that lets a person decide about others. */
export type TellingRole = keyof typeof roles

/** The person was made master user or administrator. */
export function roleGivenNotice(to: Recipient, role: TellingRole): Message {
  return notice(to, 'Suas permissões mudaram', [
    roles[role],
    'Se você não esperava essa mudança, avise um administrador.',
  ])
}

/** An administrator answered what the person asked to have corrected; `field` as people read it. */
export function dataRequestAnsweredNotice(
  to: Recipient,
  field: string,
  { accepted, answer }: { accepted: boolean; answer: string },
): Message {
  return notice(to, 'Seu pedido de correção foi respondido', [
    accepted
      ? `Seu pedido de correção foi atendido. Dado: ${field}.`
      : `Seu pedido de correção foi recusado. Dado: ${field}.`,
    answer,
    'O pedido e a resposta estão na Gestão de Acesso, em "Meus dados".',
  ])
}

function notice({ name, email }: Recipient, subject: string, paragraphs: string[]): Message {
  const all = [`Olá, ${name}.`, ...paragraphs]
  return {
    channel: 'email',
    to: email,
    subject,
    text: [...all, 'Gestão de Acesso'].join('\n\n'),
    html: mailPage(subject, all),
  }
}
