import { hours, minutes } from '../shared/clock.ts'
import { mailPage } from './mail-page.ts'
import type { Message } from './outbox-queries.ts'

/** How long a one-time code is good (rulings §4); the texts say so. */
export const codeLifetime = minutes(5)
/** How long a temporary password is good: an invitation, a reset or a recovery (rulings §4). */
export const temporaryLifetime = hours(24)

/** The six-digit code of a sign-in. */
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
      text: `Gestão de Acesso: seu código é ${code}. Vale por 5 minutos. Não o informe a ninguém.`,
    }
  }
  const greeting = `Olá, ${name}.`
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
    html: mailPage('Seu código de acesso', [greeting, explanation, warning], code),
  }
}

/** An invitation or a reset: the temporary password that opens the first access. */
export function temporaryPasswordMessage(
  to: string,
  name: string,
  password: string,
  publicUrl: string,
): Message {
  return temporaryMessage(to, name, password, [
    `Use esta senha temporária para entrar em ${publicUrl} e criar a sua. Ela vale por 24 horas.`,
    'Se não foi você quem pediu, avise um administrador.',
  ])
}

/** The temporary password of a recovery; the present one stays until a new one is made. */
export function recoveryMessage(
  to: string,
  name: string,
  password: string,
  publicUrl: string,
): Message {
  return temporaryMessage(to, name, password, [
    `Use esta senha temporária para entrar em ${publicUrl} e criar uma nova. Ela vale por 24 horas; até lá, a sua senha atual continua valendo.`,
    'Se não foi você quem pediu, ignore esta mensagem e avise um administrador.',
  ])
}

function temporaryMessage(
  to: string,
  name: string,
  password: string,
  [explanation, warning]: [explanation: string, warning: string],
): Message {
  const greeting = `Olá, ${name}.`
  return {
    channel: 'email',
    to,
    subject: 'Sua senha temporária',
    secretFor: temporaryLifetime,
    text: `${greeting}\n\n${explanation}\n\n${password}\n\n${warning}\n\nGestão de Acesso`,
    html: mailPage('Sua senha temporária', [greeting, explanation, warning], password),
  }
}
