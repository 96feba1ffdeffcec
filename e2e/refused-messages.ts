import { randomUUID } from 'node:crypto'
import { sealText } from '../server/outbox/message-seal.ts'
import { test as base } from './console.ts'

export { expect } from './console.ts'

/** The mail server's refusal in these tests. */
export const refused = 'O servidor de e-mail recusou a mensagem: 550 5.1.1.'

/** Test with a fixture for undelivered messages. All tests share their list, so each test removes its own. */
export const test = base.extend<{
  /**
   * Adds refused messages that are due in an hour. `recipients` has the number of attempts for each recipient: an even
   * number makes the message an e-mail, an odd number an SMS.
   */
  refuse: (recipients: Record<string, number>) => Promise<void>
}>({
  refuse: async ({ portaria }, use) => {
    const added: string[] = []
    await use(async (recipients) => {
      for (const [recipient, attempts] of Object.entries(recipients)) {
        const [channel, subject, error] =
          attempts % 2 === 0
            ? ['email', 'Sua senha temporária', refused]
            : ['sms', '', 'A entrega ao gateway de SMS falhou: ECONNREFUSED.']
        const id = randomUUID()
        const { ciphertext, keyId } = sealText(portaria.keyring, id, { text: 'Segredo 271828' })
        await portaria.sql.query(
          `insert into outbox (id, channel, recipient, subject, sealed_text, key_id, attempts, last_error, created_at, next_attempt_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, '2026-03-04T12:00:00Z', now() + interval '1 hour')`,
          [id, channel, recipient, subject, ciphertext, keyId, attempts, error],
        )
        added.push(recipient)
      }
    })
    await portaria.sql.query('delete from outbox where recipient = any ($1)', [added])
  },
})
