import type { Db } from '../database/database.ts'

export async function listSecretQuestions(db: Db): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('secret_questions')
    .select(['id', 'name'])
    .where('active', '=', true)
    .orderBy('id')
    .execute()
}

export async function hasSecretQuestion(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('secret_questions')
    .select('id')
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

export async function storeSecretAnswer(
  db: Db,
  answer: { userId: number; questionId: number; hash: string; now: Date },
): Promise<void> {
  const values = { question_id: answer.questionId, hash: answer.hash, updated_at: answer.now }
  await db
    .insertInto('secret_answers')
    .values({ user_id: answer.userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

/** Returns the user with this e-mail, with the secret answer if there is one, in one query. */
export async function findRecovery(db: Db, email: string) {
  return db
    .selectFrom('users')
    .leftJoin('secret_answers', 'secret_answers.user_id', 'users.id')
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.active',
      'users.suspended',
      'users.federated',
      'secret_answers.question_id',
      'secret_answers.hash',
    ])
    .where('users.email', '=', email)
    .executeTakeFirst()
}
