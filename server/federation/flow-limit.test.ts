import { expect, test } from 'vitest'
import { createTestApp } from '../../test/testing/test-app.ts'

test('after 1,000 flows in an hour a network may start one per second; other networks are not affected', async () => {
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
      .set({ points: 1000 })
      .where('key', '=', 'failures:trip:network:192.0.2.1')
      .execute()
    expect((await start('192.0.2.1')).status).toBe(200)
    expect((await start('192.0.2.1')).outcome).toBe('429 too-many-requests')
    app.clock.advance(1000)
    expect((await start('192.0.2.1')).status).toBe(200)
    expect((await start('192.0.2.2')).status).toBe(200)
  } finally {
    await app.close()
  }
})
