import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'
import type { Pool } from 'pg'

/**
 * Table of the store. The indexes of `uid` and `user_code` are not unique: `on conflict` only covers the primary key, so
 * a second unique index makes about one in ten thousand concurrent saves of a session fail.
 */
const table = `
  create table if not exists entries (
    model text not null,
    id text not null,
    payload jsonb not null,
    grant_id text,
    uid text,
    user_code text,
    expires_at timestamptz,
    primary key (model, id)
  );
  create index if not exists entries_grant on entries (grant_id) where grant_id is not null;
  create index if not exists entries_uid on entries (model, uid) where uid is not null;
  create index if not exists entries_user_code on entries (model, user_code) where user_code is not null;`

const statements = {
  upsert: `
    insert into entries (model, id, payload, grant_id, uid, user_code, expires_at)
    values ($1, $2, $3, $4, $5, $6, now() + $7 * interval '1 second')
    on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
      uid = excluded.uid, user_code = excluded.user_code, expires_at = excluded.expires_at`,
  find: `select payload from entries where model = $1 and id = $2 and (expires_at is null or expires_at > now())`,
  findByUid: `select payload from entries where model = $1 and uid = $2 and (expires_at is null or expires_at > now())`,
  findByUserCode: `select payload from entries where model = $1 and user_code = $2 and (expires_at is null or expires_at > now())`,
  consume: `
    update entries set payload = payload || jsonb_build_object('consumed', floor(extract(epoch from now())))
    where model = $1 and id = $2`,
  destroy: `delete from entries where model = $1 and id = $2`,
  revokeByGrantId: `delete from entries where model = $1 and grant_id = $2`,
}

type Statement = keyof typeof statements

/** Returns an oidc-provider adapter that stores everything in one table, with prepared statements. */
export async function openOidcStore(pool: Pool): Promise<AdapterFactory> {
  await pool.query(table)
  return (model) => new PostgresAdapter(pool, model)
}

class PostgresAdapter implements Adapter {
  readonly #pool: Pool
  readonly #model: string

  constructor(pool: Pool, model: string) {
    this.#pool = pool
    this.#model = model
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const { grantId, uid, userCode } = payload
    await this.#run('upsert', id, JSON.stringify(payload), grantId, uid, userCode, expiresIn)
  }

  find(id: string) {
    return this.#run('find', id)
  }

  findByUid(uid: string) {
    return this.#run('findByUid', uid)
  }

  findByUserCode(userCode: string) {
    return this.#run('findByUserCode', userCode)
  }

  async consume(id: string): Promise<void> {
    await this.#run('consume', id)
  }

  async destroy(id: string): Promise<void> {
    await this.#run('destroy', id)
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#run('revokeByGrantId', grantId)
  }

  async #run(name: Statement, ...values: unknown[]): Promise<AdapterPayload | undefined> {
    const { rows } = await this.#pool.query<{ payload: AdapterPayload }>({
      name,
      text: statements[name],
      values: [this.#model, ...values],
    })
    return rows[0]?.payload
  }
}
