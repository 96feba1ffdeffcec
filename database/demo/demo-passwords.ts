import type pg from 'pg'
import { daysBefore } from './demo-dates.ts'
import { demoPeople } from './demo-people.ts'
import type { DemoUser } from './demo-user.ts'
import { createdOf } from './demo-users.ts'
import { insertRows } from './insert-rows.ts'

/**
 * Hash of Portaria-Demo-2026!, shared by all users, because hashing 250 times would slow down the first start. The
 * password is public and the users are fictitious.
 */
export const DEMO_PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$QD2hrK3uXusNWiXC8WTycw$CpwrEdSaGG+VMhjJo8QSzVCKDxFE64EuO79fteZLzYY'

/** Hash of the secret answer 'demo', shared by all users like the password hash. */
export const DEMO_ANSWER_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$ubXikNI8yqVLFarCe1na1g$Cupy+3Lly/w0YEnY56pCf0kDSBFCPKRDw/GtCuzmnCQ'

const QUESTIONS = 6

/** Inserts passwords and secret answers. */
export async function insertPasswords(
  client: pg.ClientBase,
  users: readonly DemoUser[],
  today: Date,
): Promise<void> {
  const passwords = users.flatMap((user) => {
    const { id, daysSincePassword, daysSinceAccess } = user
    if (daysSincePassword === null) return []
    // A user who never signed in still has the temporary password of the invitation.
    const temporary = daysSinceAccess === null
    const set = daysBefore(today, daysSincePassword)
    const created = createdOf(user, today)
    const since = set < created ? created : set
    return {
      user_id: id,
      hash: DEMO_PASSWORD_HASH,
      temporary,
      expires_at: temporary ? daysBefore(since, -1) : null,
      created_at: since,
    }
  })
  await insertRows(client, 'passwords', passwords)
  const answers = users
    .filter((user) => user.secretAnswer)
    .map(({ id }) => {
      return { user_id: id, question_id: (id % QUESTIONS) + 1, hash: DEMO_ANSWER_HASH }
    })
  await insertRows(client, 'secret_answers', answers)
}

/**
 * Keeps passwords valid in a demo that is restarted months later. Unchanged demo passwords get a new date,
 * and the temporary password gets another 24 hours. Only the password of senha.expirada@ stays expired.
 */
export async function keepPasswordsAlive(client: pg.ClientBase): Promise<void> {
  await client.query(
    `update passwords set created_at = date_trunc('day', now(), 'UTC')
     where hash = $1 and superseded_at is null and not temporary and user_id <> $2
       and created_at < now() - interval '60 days'`,
    [DEMO_PASSWORD_HASH, demoPeople.expired.id],
  )
  await client.query(
    `update passwords set expires_at = now() + interval '24 hours'
     where hash = $1 and superseded_at is null and temporary and user_id = $2
       and expires_at < now() + interval '12 hours'`,
    [DEMO_PASSWORD_HASH, demoPeople.firstAccess.id],
  )
}
