import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '../shared/escape-html.ts'
import type { Db } from '../database/database.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { listSent, type SentMessage } from './outbox-queries.ts'

const shown = 50

/** Looks like the product: the colours are those of `web/ui/theme.css`. */
const styles = `:root{color-scheme:light dark;--surface:#ffffff;--page:#f6f8f9;--line:#e2e8ea;--text:#132027;--muted:#53626a;--fill:var(--brand-fill,#0f6a72);--soft:var(--brand-soft,#e6f3f3);--accent:var(--brand-text,#0f6a72)}
@media (prefers-color-scheme:dark){:root{--surface:#151c20;--page:#0e1417;--line:#262f35;--text:#e3eaed;--muted:#98a7ae;--fill:var(--brand-fill-dark,#177b83);--soft:var(--brand-soft-dark,#12292c);--accent:var(--brand-text-dark,#62c3ca)}}
body{margin:0;background:var(--page);color:var(--text);font:15px/1.5 'Hanken Grotesk',Arial,system-ui,sans-serif}
body>header{display:flex;gap:10px;align-items:center;height:64px;padding:0 clamp(14px,2.5vw,24px);background:var(--surface);border-bottom:1px solid var(--line);font-weight:640}
body>header a{display:flex;gap:10px;align-items:center;color:inherit;text-decoration:none}
body>header rect{fill:var(--fill)}body>header a:last-child{margin-left:auto;color:var(--accent);font-weight:500}
main{max-width:720px;margin:0 auto;padding:24px 16px}h1{margin:0;font-size:24px;line-height:1.25}main>p{margin:4px 0 20px;color:var(--muted)}
article{margin:12px 0;padding:14px 18px;border:1px solid var(--line);border-radius:11px;background:var(--surface);overflow-wrap:anywhere}
article header{display:flex;flex-wrap:wrap;gap:2px 12px;font-weight:600}article small{color:var(--muted);font-weight:400}
pre{margin:10px 0 0;white-space:pre-wrap;font:inherit}a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`

/** The mark of the product, as in `web/frame/logo-mark.tsx`. */
const mark =
  '<svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/><path d="M9 26V14a7 7 0 0 1 14 0v12M16 19v7" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/><circle cx="16" cy="17" r="2.4" fill="#fff"/></svg>'

/**
 * Demo only: `/outbox` and `/outbox.json` show sent mail and SMS, newest first (rulings §9). `branded` is true if the
 * installation has an accent colour of its own.
 */
export function registerOutboxPage(
  fastify: FastifyInstance,
  db: Db,
  keyring: Keyring,
  branded: boolean,
): void {
  fastify.get('/outbox.json', async (_, reply) =>
    reply.header('cache-control', 'no-store').send(await listSent(db, keyring, shown)),
  )
  fastify.get('/outbox.css', (_, reply) => reply.type('text/css; charset=utf-8').send(styles))
  fastify.get('/outbox', async (_, reply) =>
    reply
      .header('cache-control', 'no-store')
      .header('refresh', '3')
      .type('text/html; charset=utf-8')
      .send(page(await listSent(db, keyring, shown), branded)),
  )
}

function page(messages: SentMessage[], branded: boolean): string {
  const items = messages.length
    ? messages.map(item).join('')
    : '<p>Nenhuma mensagem foi enviada ainda.</p>'
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Caixa de saída da demonstração · Gestão de Acesso</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/outbox.css">${branded ? '<link rel="stylesheet" href="/brand.css">' : ''}</head>
<body><header><a href="/auth">${mark}Gestão de Acesso</a><a href="/auth">Voltar ao acesso</a></header><main><h1>Caixa de saída da demonstração</h1><p>Tudo o que seria enviado por e-mail ou SMS, do mais novo ao mais antigo. A página se atualiza sozinha.</p>${items}</main></body></html>`
}

function item({ channel, to, subject, text, sentAt }: SentMessage): string {
  const when = new Date(sentAt).toLocaleString('pt-BR', { timeZone: 'America/Sao_Paulo' })
  const title = subject || 'SMS'
  return `<article><header><span>${escapeHtml(title)}</span><small>${channel === 'sms' ? 'SMS' : 'E-mail'} para ${escapeHtml(to)}, ${when}</small></header><pre>${escapeHtml(text)}</pre></article>`
}
