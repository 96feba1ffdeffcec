import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '../shared/escape-html.ts'
import type { Db } from '../database/database.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { listSent, type SentMessage } from './outbox-queries.ts'

const shown = 50

const styles = `body{font:15px/1.5 system-ui,sans-serif;max-width:720px;margin:0 auto;padding:24px 16px}h1{font-size:20px}
article{border:1px solid #8886;border-radius:8px;padding:12px 16px;margin:12px 0}header{display:flex;flex-wrap:wrap;gap:4px 12px;font-weight:600}
small{font-weight:400}pre{white-space:pre-wrap;font:inherit;margin:8px 0 0}`

/** Demo only: `/outbox` and `/outbox.json` show sent mail and SMS, newest first (rulings §9). */
export function registerOutboxPage(fastify: FastifyInstance, db: Db, keyring: Keyring): void {
  fastify.get('/outbox.json', async (_, reply) =>
    reply.header('cache-control', 'no-store').send(await listSent(db, keyring, shown)),
  )
  fastify.get('/outbox.css', (_, reply) => reply.type('text/css; charset=utf-8').send(styles))
  fastify.get('/outbox', async (_, reply) =>
    reply
      .header('cache-control', 'no-store')
      .header('refresh', '3')
      .type('text/html; charset=utf-8')
      .send(page(await listSent(db, keyring, shown))),
  )
}

function page(messages: SentMessage[]): string {
  const items = messages.length
    ? messages.map(item).join('')
    : '<p>Nenhuma mensagem foi enviada ainda.</p>'
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Caixa de saída da demonstração</title><link rel="stylesheet" href="/outbox.css"></head>
<body><main><h1>Caixa de saída da demonstração</h1><p>Tudo o que seria enviado por e-mail ou SMS, do mais novo ao mais antigo. A página se atualiza sozinha.</p>${items}</main></body></html>`
}

function item({ channel, to, subject, text, sentAt }: SentMessage): string {
  const when = new Date(sentAt).toLocaleString('pt-BR', { timeZone: 'America/Sao_Paulo' })
  const title = subject || 'SMS'
  return `<article><header><span>${escapeHtml(title)}</span><small>${channel === 'sms' ? 'SMS' : 'E-mail'} para ${escapeHtml(to)}, ${when}</small></header><pre>${escapeHtml(text)}</pre></article>`
}
