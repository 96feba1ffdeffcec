import { hours, minutes } from '../shared/clock.ts'
import { escapeHtml } from '../shared/escape-html.ts'
import type { Message } from './outbox-queries.ts'

/** One layout for every mail: readable in the dark, nothing loaded from elsewhere, one thing to read in the middle. */
function page(title: string, paragraphs: string[], highlight?: string): string {
  const body = paragraphs
    .map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`)
    .join('')
  const box =
    highlight === undefined
      ? ''
      : `<p style="font:600 24px/1.3 ui-monospace,monospace;overflow-wrap:anywhere;margin:24px 0;padding:16px;border:1px solid #8888;border-radius:8px;text-align:center">${escapeHtml(highlight)}</p>`
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:32px 16px;font:16px/1.5 system-ui,sans-serif"><div style="max-width:520px;margin:0 auto">
<h1 style="font-size:20px;margin:0 0 16px">${escapeHtml(title)}</h1>${body}
${box}
<p style="font-size:13px;opacity:.75">Gestão de Acesso. Esta é uma mensagem automática; não responda.</p></div></body></html>`
}

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
    html: page('Seu código de acesso', [greeting, explanation, warning], code),
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
    html: page('Sua senha temporária', [greeting, explanation, warning], password),
  }
}

/** Tells that the password was changed (ASVS 6.3.7). */
export function passwordChangedMessage(to: string, name: string): Message {
  const greeting = `Olá, ${name}.`
  const explanation = 'Sua senha foi alterada e todas as suas sessões foram encerradas.'
  const warning = 'Se não foi você, recupere o acesso imediatamente e avise um administrador.'
  return {
    channel: 'email',
    to,
    subject: 'Sua senha foi alterada',
    text: `${greeting}\n\n${explanation}\n\n${warning}\n\nGestão de Acesso`,
    html: page('Sua senha foi alterada', [greeting, explanation, warning]),
  }
}
