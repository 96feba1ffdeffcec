-- needs: users
create table challenges (
  digest bytea primary key constraint challenges_digest_size check (octet_length(digest) = 32),
  user_id integer not null constraint challenges_user_fkey references users (id) on delete cascade,
  name text not null constraint challenges_name_known check (name in ('SELECT_MFA_TYPE', 'SMS_MFA', 'EMAIL_OTP', 'WEB_AUTHN', 'NEW_PASSWORD_REQUIRED', 'PASSWORD_EXPIRED')),
  otp_hash bytea,
  otp_expires_at timestamptz,
  tries smallint not null default 0 constraint challenges_tries_range check (tries between 0 and 5),
  sends smallint not null default 0 constraint challenges_sends_range check (sends between 0 and 3),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index challenges_expiry_idx on challenges (expires_at);
create index challenges_user_idx on challenges (user_id);
comment on table challenges is 'An unfinished sign-in: the next step and the one-time code that was sent. Used once.';
comment on column challenges.digest is 'SHA-256 of the handle that the browser holds (Session on the wire).';
comment on column challenges.otp_hash is 'HMAC of the 6 digits and the challenge. Its key is not in the database, so trying 10^6 codes requires the key too. With the name WEB_AUTHN: the WebAuthn challenge, which is not secret.';
