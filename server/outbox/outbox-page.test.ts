import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { after, hours, minutes } from '../shared/clock.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { sealText } from './message-seal.ts'
import type { SentMessage } from './outbox-queries.ts'

/** A row of a mail whose text is one that must not be read as HTML. */
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
          // Tried again for a while: made before the other, sent after it.
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

  test('tells what went out, what was sent last first, and nothing that still waits', async () => {
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

  test('says that a text is gone whose secret has run out', async () => {
    const page = await (await fetch(`${app.url}/outbox`)).text()
    expect(page).toContain('já não vale; o texto foi descartado')
  })

  test('shows a text as text, and no browser keeps it', async () => {
    const answer = await fetch(`${app.url}/outbox`)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const page = await answer.text()
    expect(page).toContain('271828')
    expect(page).not.toContain('<b>')
  })
})

describe('where something real is guarded', () => {
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

  // Where the web is built, its page answers every address that is none of the server's.
  test.each(['/outbox', '/outbox.json'])('%s tells nothing of what went out', async (page) => {
    const answer = await (await fetch(app.url + page)).text()
    expect(answer).not.toContain('Segredo')
    expect(answer).not.toContain('271828')
  })
})
