import { escapeHtml } from '../shared/escape-html.ts'
import type { Message } from './outbox-queries.ts'

/** One layout for every mail: readable in the dark, nothing loaded from elsewhere, one thing to read in the middle. */
function page(title: string, paragraphs: string[], highlight: string): string {
  const body = paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`).join('')
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:32px 16px;font:16px/1.5 system-ui,sans-serif"><div style="max-width:520px;margin:0 auto">
<h1 style="font-size:20px;margin:0 0 16px">${escapeHtml(title)}</h1>${body}
<p style="font:600 28px/1.2 ui-monospace,monospace;letter-spacing:4px;margin:24px 0;padding:16px;border:1px solid #8888;border-radius:8px;text-align:center">${escapeHtml(highlight)}</p>
<p style="font-size:13px;opacity:.75">Gestão de Acesso. Esta é uma mensagem automática; não responda.</p></div></body></html>`
}

/** The six-digit code of a sign-in. */
export function oneTimePasswordMessage(channel: 'email' | 'sms', to: string, name: string, code: string): Message {
  if (channel === 'sms') {
    return { channel, to, subject: '', text: `Gestão de Acesso: seu código é ${code}. Vale por 5 minutos. Não o informe a ninguém.` }
  }
  const greeting = `Olá, ${name}.`
  const explanation = 'Use este código para concluir o seu acesso. Ele vale por 5 minutos e só pode ser usado uma vez.'
  const warning = 'Se não foi você quem pediu, alguém sabe a sua senha: troque-a e avise um administrador.'
  return {
    channel,
    to,
    subject: 'Seu código de acesso',
    text: `${greeting}\n\n${explanation}\n\n${code}\n\n${warning}\n\nGestão de Acesso`,
    html: page('Seu código de acesso', [greeting, explanation, warning], code),
  }
}
