-- needs: users, secret-questions
create table secret_answers (
  user_id integer primary key constraint secret_answers_user_fkey references users (id) on delete cascade,
  question_id integer not null constraint secret_answers_question_fkey references secret_questions (id),
  hash text not null constraint secret_answers_hash_is_argon2id check (hash like '$argon2id$%'),
  updated_at timestamptz not null default now()
);
comment on table secret_answers is 'The answer to the selected question, normalised (case, accents, spaces) and hashed like a password.';
