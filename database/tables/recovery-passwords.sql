-- needs: users
create table recovery_passwords (
  user_id integer primary key constraint recovery_passwords_user_fkey references users (id) on delete cascade,
  digest bytea not null constraint recovery_passwords_digest_size check (octet_length(digest) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
comment on table recovery_passwords is 'The temporary password that a recovery mailed. It lives beside the present one, so that nobody loses a password to a mail they did not ask for; a new password ends both.';
comment on column recovery_passwords.digest is 'SHA-256: it is random, of more than 110 bits, so a slow hash would add nothing (ASVS 6.5.2).';
