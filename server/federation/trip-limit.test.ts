import { expect, test } from 'vitest'
import { createTestApp } from '../testing/test-app.ts'

test('one address begins no more than 300 trips to a provider an hour, others go on', async () => {
  const app = await createTestApp()
  try {
    const start = (address: string) =>
      app.client.call('federatedStart', {
        body: { purpose: 'sign-in' },
        headers: { origin: app.origin },
        address,
      })
    await start('192.0.2.1')
    await app.db
      .updateTable('rate_limits')
      .set({ points: 300 })
      .where('key', 'like', 'failures:trip:address:%')
      .execute()
    expect((await start('192.0.2.1')).outcome).toBe('429 too-many-requests')
    expect((await start('192.0.2.2')).status).toBe(200)
  } finally {
    await app.close()
  }
})
