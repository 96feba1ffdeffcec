import { insertTotp } from '../../server/factors/factor-queries.ts'
import { insertPasskey } from '../../server/passkeys/passkey-queries.ts'
import { next } from './catalogue-builders.ts'
import type { TestApp } from './test-app.ts'

type App = Pick<TestApp, 'db' | 'clock'>

/** Inserts an authenticator app with which nobody can sign in. */
export async function insertedTotp({ db, clock }: App, userId: number): Promise<void> {
  const sealed = { ciphertext: Buffer.alloc(60), keyId: 'a' }
  await insertTotp(db, { userId, sealed, step: 0, now: clock.now() })
}

/** Inserts a passkey with which nobody can sign in. */
export async function insertedPasskey({ db, clock }: App, userId: number): Promise<void> {
  await insertPasskey(db, {
    user_id: userId,
    credential_id: Buffer.from(`chave ${next()}`),
    public_key: Buffer.alloc(60),
    algorithm: -7,
    sign_count: 0,
    aaguid: '00000000-0000-0000-0000-000000000000',
    backup_eligible: false,
    backed_up: false,
    name: 'Chave',
    transports: [],
    rp_id: 'localhost',
    created_at: clock.now(),
  })
}
