import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { after, hours, minutes } from '../shared/clock.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { sealText } from './message-seal.ts'
import type { SentMessage } from './outbox-queries.ts'

/** Returns the outbox row of a mail with HTML markup in its text. */
function sealed(
  app: TestApp,
  recipient: string,
  row: { subject: string; [column: string]: unknown },
) {
  const id = randomUUID()
  const { ciphertext, keyId } = sealText(app.app.keyring, id, { text: '<b>271828</b>' })
  return { ...row, id, channel: 'email', recipient, sealed_text: ciphertext, key_id: keyId }
}

describe('the outbox page of the demo', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await createTestApp({ config: { demo: true } })
    const now = app.clock.now()
    const waits = after(new Date(), hours(1))
    await app.db
      .insertInto('outbox')
      .values([
        sealed(app, 'antes@x.example', {
          subject: 'Antes',
          created_at: now,
          sent_at: after(now, -minutes(1)),
        }),
        sealed(app, 'depois@x.example', {
          subject: 'Depois',
          // This message was retried: created before the other message, sent after it.
          created_at: after(now, -minutes(2)),
          sent_at: now,
        }),
        sealed(app, 'espera@x.example', { subject: 'Espera', next_attempt_at: waits }),
        {
          channel: 'email',
          recipient: 'expirou@x.example',
          created_at: after(now, -minutes(1)),
          sent_at: after(now, -minutes(3)),
        },
      ])
      .execute()
  })
  afterAll(() => app.close())

  test('lists sent messages, last sent first, without those that wait', async () => {
    const answer = await fetch(`${app.url}/outbox.json`)
    const messages = (await answer.json()) as SentMessage[]
    expect(messages.map(({ to }) => to)).toEqual([
      'depois@x.example',
      'antes@x.example',
      'expirou@x.example',
    ])
    const page = await (await fetch(`${app.url}/outbox`)).text()
    expect(page.indexOf('Depois')).toBeLessThan(page.indexOf('Antes'))
    expect(page).not.toContain('Espera')
  })

  test('says that the text of an expired secret was deleted', async () => {
    const page = await (await fetch(`${app.url}/outbox`)).text()
    expect(page).toContain('já não vale; o texto foi descartado')
  })

  test('has the header of the product, with a link to the sign-in', async () => {
    const page = await (await fetch(`${app.url}/outbox`)).text()
    expect(page).toContain('<a href="/auth">Voltar ao acesso</a>')
    expect(page).not.toContain('/brand.css')
    const styles = await (await fetch(`${app.url}/outbox.css`)).text()
    const theme = await readFile(join(import.meta.dirname, '../../web/ui/theme.css'), 'utf8')
    for (const [hex] of styles.matchAll(/#[0-9a-f]{6}/g)) expect(theme).toContain(hex)
  })

  test('escapes message texts and forbids caching', async () => {
    const answer = await fetch(`${app.url}/outbox`)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const page = await answer.text()
    expect(page).toContain('271828')
    expect(page).not.toContain('<b>')
  })
})

describe('outside demo mode', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await createTestApp()
    const sent = { subject: 'Segredo', sent_at: app.clock.now() }
    await app.db
      .insertInto('outbox')
      .values(sealed(app, 'pessoa@x.example', sent))
      .execute()
  })
  afterAll(() => app.close())

  // The built web app responds to every path that the server does not handle.
  test.each(['/outbox', '/outbox.json'])('%s reveals no sent message', async (page) => {
    const answer = await (await fetch(app.url + page)).text()
    expect(answer).not.toContain('Segredo')
    expect(answer).not.toContain('271828')
  })
})
