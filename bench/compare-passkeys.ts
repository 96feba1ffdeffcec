import { userHandleOf } from '../server/passkeys/relying-party.ts'
import type { LoadResult } from './load-plan.ts'
import { connections, loadOn } from './measures.ts'
import type { CreatedPasskey, CreatePasskeys } from './passkey-load.ts'
import type { Worker } from './processes.ts'
import type { Stage } from './stage.ts'
import type { Portal } from './start-portal.ts'
import type { Row } from './table.ts'
import { withUnlimitedConnection } from './unlimited-connection.ts'

/** Compares complete sign-ins by passkey with the first step of sign-ins by password. */
export async function comparePasskeys(stage: Stage): Promise<Row[]> {
  const { portal, generator, compare, requests } = stage
  const worker = stage.worker(import.meta.resolve('./passkey-load.ts'))
  await storePasskeys(portal, worker)
  const ours = (seconds: number): Promise<LoadResult> =>
    worker.ask<LoadResult>({ url: portal.url, inFlight: connections, seconds })
  const compared = await compare(
    { ours, beside: loadOn(generator, portal.url, [requests.signIn]) },
    { count: 5, seconds: 12, warmUp: 6, settle: 1.2 },
  )
  await worker.stop()
  return [{ measure: 'passkey sign-in / password sign-in', ...compared, aim: 5 }]
}

/** Gives each user who may sign in by passkey a passkey of the worker. */
function storePasskeys({ ownerUrl, origin }: Portal, worker: Worker): Promise<void> {
  return withUnlimitedConnection(ownerUrl, async (db) => {
    const users = await db
      .selectFrom('users')
      .innerJoin('passwords', 'passwords.user_id', 'users.id')
      .select(['users.id', 'users.public_id'])
      .where('users.active', '=', true)
      .where('users.suspended', '=', false)
      .where('users.federated', '=', false)
      .where('passwords.superseded_at', 'is', null)
      .where('passwords.temporary', '=', false)
      .execute()
    const needed: CreatePasskeys = { origin, userHandles: users.map(userHandleOf) }
    const made = await worker.ask<CreatedPasskey[]>(needed)
    await db
      .insertInto('passkeys')
      .values(
        users.map(({ id }, index) => ({
          user_id: id,
          credential_id: Buffer.from(made[index]?.credentialId ?? '', 'base64url'),
          public_key: Buffer.from(made[index]?.publicKey ?? '', 'base64url'),
          algorithm: -7,
          sign_count: 0,
          aaguid: '00000000-0000-0000-0000-000000000000',
          backup_eligible: false,
          backed_up: false,
          name: 'Bench',
          rp_id: new URL(origin).hostname,
        })),
      )
      .execute()
  })
}
