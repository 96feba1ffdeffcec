-- needs: users
create table totp_factors (
  user_id integer primary key constraint totp_factors_user_fkey references users (id) on delete cascade,
  ciphertext bytea not null,
  key_id text not null,
  last_step bigint not null constraint totp_factors_last_step_range check (last_step >= 0),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
comment on table totp_factors is 'Authenticator apps of users (TOTP, RFC 6238), one for each user. A removed one is deleted; the audit log keeps its events.';
comment on column totp_factors.ciphertext is 'The secret, 160 random bits in Base32. AES-256-GCM: nonce (12 bytes), ciphertext, tag (16 bytes). The user id is the associated data.';
comment on column totp_factors.key_id is 'The configured key that encrypted it, for key rotation.';
comment on column totp_factors.last_step is 'Latest step (30 s since 1970) whose code was accepted. Codes of this step and of earlier ones are refused.';
comment on column totp_factors.last_used_at is 'Latest sign-in with a code. Null if there was none.';

-- Triggers on totp_factors:
--   totp_factors_close_recovery (account-doors.sql)
