import { fullStop } from '../../contract/full-stop.ts'
import { formatInstant } from '../../contract/shown.ts'
import { hours, minutes } from '../shared/clock.ts'
import { mailContent } from './mail-page.ts'
import { firstAccessSubject, type Message } from './outbox-queries.ts'
import { paragraphMail } from './paragraph-mail.ts'

/** Lifetime of a one-time code (rulings §4), stated in the texts. */
export const codeLifetime = minutes(5)
/** Lifetime of a temporary password: invitation, reset or recovery (rulings §4). */
export const temporaryLifetime = hours(24)

/**
 * SMS with a sign-in code. Uses only the GSM 03.38 alphabet: any other letter ('ã', 'ó', 'ê') would switch the message
 * to UCS-2, with 70 instead of 160 characters per part.
 */
const oneTimePasswordText = (code: string): string =>
  `Gestao de Acesso: seu codigo é ${code}. Vale por 5 minutos. Nao o informe a ninguém.`

/** Message with the six-digit code of a sign-in. */
export function oneTimePasswordMessage(
  channel: 'email' | 'sms',
  to: string,
  name: string,
  code: string,
): Message {
  if (channel === 'sms') {
    return {
      channel,
      to,
      subject: '',
      secretFor: codeLifetime,
      text: oneTimePasswordText(code),
    }
  }
  const greeting = fullStop(`Olá, ${name}`)
  const explanation =
    'Use este código para concluir o seu acesso. Ele vale por 5 minutos e só pode ser usado uma vez.'
  const warning =
    'Se não foi você quem pediu, alguém sabe a sua senha: troque-a e avise um administrador.'
  return {
    channel,
    to,
    subject: 'Seu código de acesso',
    secretFor: codeLifetime,
    text: `${greeting}\n\n${explanation}\n\n${code}\n\n${warning}\n\nGestão de Acesso`,
    html: mailContent([greeting, explanation, warning], {
      highlight: { label: 'Seu código:', value: code },
    }),
  }
}

/** Message after a password reset, with the temporary password for the first access. */
export function temporaryPasswordMessage(
  to: string,
  name: string,
  password: string,
  publicUrl: string,
): Message {
  return temporaryMessage(to, name, password, [
    `Use esta senha temporária para entrar em ${publicUrl} e criar a sua. ${typingHint} Ela vale por 24 horas.`,
    'Se não foi você quem pediu, avise um administrador.',
  ])
}

/** Label above a temporary password. The password has a line of its own, so that recipients copy nothing else. */
const passwordLabel = 'Sua senha temporária:'

/** How a temporary password may be typed. It cannot be pasted (portal.md §2). */
const typingHint = 'Ao digitar, tanto faz maiúscula ou minúscula, com ou sem hífens.'

/** Path of the sign-in page. */
const firstAccessPath = '/auth'

/**
 * Invitation to the first access. Names the inviter, the address and the next steps, because recipients check these
 * before they trust a mail. A federated user gets no password.
 */
export function firstAccessMessage(invited: {
  to: string
  name: string
  inviting: string
  password: string | undefined
  publicUrl: string
}): Message {
  const { to, name, inviting, password, publicUrl } = invited
  const link = `${publicUrl}${firstAccessPath}`
  const greeting = fullStop(`Olá, ${name}`)
  const reason = `${inviting} convidou você para a Gestão de Acesso, o portal por onde se entra nos sistemas da associação.`
  const steps =
    password === undefined
      ? `Para o primeiro acesso, abra o endereço abaixo no navegador, escolha o acesso federado e entre com a conta da sua empresa (${to}).`
      : `Para o primeiro acesso, abra o endereço abaixo no navegador e entre com o seu e-mail (${to}) e a senha temporária. ${typingHint} Em seguida você cria a sua própria senha.`
  const validity =
    'A senha temporária vale por 24 horas a partir do envio desta mensagem. Se ela vencer, peça a quem convidou você que reenvie o convite.'
  const warning =
    'Se você não esperava este convite, ignore esta mensagem: sem o primeiro acesso, ninguém entra com este cadastro.'
  const before = [greeting, reason, steps, ...(password === undefined ? [] : [validity]), warning]
  return {
    channel: 'email',
    to,
    subject: firstAccessSubject,
    ...(password !== undefined && { secretFor: temporaryLifetime }),
    text: [
      ...before,
      link,
      ...(password === undefined ? [] : [passwordLabel, password]),
      'Gestão de Acesso',
    ].join('\n\n'),
    html: mailContent(before, {
      link,
      ...(password !== undefined && { highlight: { label: passwordLabel, value: password } }),
    }),
  }
}

/** Invitation of an existing user to another company. Contains no text typed by the inviter. */
export function companyInvitationMessage(invited: {
  to: string
  name: string
  company: string
  link: string
}): Message {
  const { to, name, company, link } = invited
  const subject = 'Convite de uma empresa na Gestão de Acesso'
  const paragraphs = [
    fullStop(`Olá, ${name}`),
    `${company} convidou você a trabalhar também com ela na Gestão de Acesso.`,
    'Para aceitar ou recusar, entre com a sua conta de sempre e abra o endereço abaixo. O convite vale por 7 dias.',
    'Se você aceitar, os usuários master dessa empresa passam a ver o seu nome, e-mail e telefone e podem dar a você perfis dela.',
    'Se você não conhece a empresa, recuse ou ignore esta mensagem.',
  ]
  return paragraphMail({ to, subject, paragraphs, link })
}

/** Mail with the temporary password of a recovery. The current password stays valid until the user sets a new one. */
export function recoveryMessage(
  to: string,
  name: string,
  password: string,
  publicUrl: string,
): Message {
  return temporaryMessage(to, name, password, [
    `Use esta senha temporária para entrar em ${publicUrl} e criar uma nova. ${typingHint} Ela vale por 24 horas; até lá, a sua senha atual continua valendo.`,
    'Se não foi você quem pediu, ignore esta mensagem e avise um administrador.',
  ])
}

/**
 * Mail with the temporary password of a recovery that needs a second proof (decision 96). The text is delivered for 24
 * hours; the password is valid until `expires_at`.
 */
export function twoProofsMessage(
  {
    to,
    name,
    password,
    publicUrl,
  }: { to: string; name: string; password: string; publicUrl: string },
  { waits_until, expires_at }: { waits_until: Date | null; expires_at: Date },
): Message {
  const alone =
    waits_until === null
      ? 'Sem eles, peça a quem administra a sua conta que aprove a recuperação.'
      : `Sem eles, ela serve a partir de ${formatInstant(waits_until.toISOString())}, ou quando quem administra a sua conta aprovar a recuperação.`
  return temporaryMessage(to, name, password, [
    `Use esta senha temporária para entrar em ${publicUrl} e criar uma nova. ${typingHint} Como a sua conta tem chave de acesso ou aplicativo autenticador, ela serve junto com um deles ou com um código de recuperação. ${alone} Ela vale até ${formatInstant(expires_at.toISOString())}; até lá, a sua senha atual continua valendo.`,
    'Se não foi você quem pediu, cancele a recuperação pelo endereço da mensagem "Uma recuperação da sua conta foi iniciada".',
  ])
}

function temporaryMessage(
  to: string,
  name: string,
  password: string,
  [explanation, warning]: [explanation: string, warning: string],
): Message {
  const greeting = fullStop(`Olá, ${name}`)
  return {
    channel: 'email',
    to,
    subject: 'Sua senha temporária',
    secretFor: temporaryLifetime,
    text: `${greeting}\n\n${explanation}\n\n${password}\n\n${warning}\n\nGestão de Acesso`,
    html: mailContent([greeting, explanation, warning], {
      highlight: { label: passwordLabel, value: password },
    }),
  }
}
