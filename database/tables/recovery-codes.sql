-- needs: users
create table recovery_codes (
  digest bytea primary key constraint recovery_codes_digest_size check (octet_length(digest) = 32),
  user_id integer not null constraint recovery_codes_user_fkey references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index recovery_codes_user_idx on recovery_codes (user_id);
comment on table recovery_codes is 'Recovery codes of users: each replaces the second factor of one sign-in. New codes replace all older ones.';
comment on column recovery_codes.digest is 'SHA-256 of the code, which has 120 random bits.';
