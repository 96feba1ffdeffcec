import { onOneConnection } from '../server/database/one-connection.ts'
import { setTimeout as sleep } from 'node:timers/promises'

const edits = [
  `update profiles set name = 'Medida ' || clock_timestamp() where id = (select max(id) from profiles)`,
  `update functions set active = not active where id = (select max(id) from functions)`,
  `update plans set active = not active where id = (select max(id) from plans)`,
  `update users set name = 'Medida ' || clock_timestamp() where id = (select max(id) from users)`,
]

/**
 * Makes typical edits of administrators: a profile, a function and a plan that no measured user has, and a user's
 * name. The edits bypass the server, so it is notified of them as if another process had made them.
 */
export async function keepEditing(
  ownerUrl: string,
  seconds: number,
  perSecond: number,
): Promise<void> {
  await onOneConnection(ownerUrl, async (client) => {
    await client.query(`insert into functions (module_id, name, url, environment, method)
      values (1, 'Medida', '/medida', 'front', 'GET') on conflict do nothing`)
    await client.query(
      `insert into profiles (module_id, name) select 1, 'Medida ' || clock_timestamp()`,
    )
    await client.query(`insert into plans (name) select left('Medida ' || clock_timestamp(), 30)`)
    const began = performance.now()
    for (let n = 0; n < seconds * perSecond; n++) {
      await client.query(edits[n % edits.length] ?? '')
      const next = began + ((n + 1) * 1000) / perSecond
      await sleep(Math.max(0, next - performance.now()))
    }
  })
}
