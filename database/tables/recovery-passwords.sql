-- needs: users
create table recovery_passwords (
  user_id integer primary key constraint recovery_passwords_user_fkey references users (id) on delete cascade,
  digest bytea not null constraint recovery_passwords_digest_size check (octet_length(digest) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
comment on table recovery_passwords is 'Temporary password mailed by a recovery. It is valid beside the current password, so that an unrequested recovery does not invalidate a password. A new password ends both.';
comment on column recovery_passwords.digest is 'SHA-256. The password has more than 110 random bits, so a slow hash would add nothing (ASVS 6.5.2).';
