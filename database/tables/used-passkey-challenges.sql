create table used_passkey_challenges (
  digest bytea primary key constraint used_passkey_challenges_digest_size check (octet_length(digest) = 32),
  expires_at timestamptz not null
);
create index used_passkey_challenges_expiry_idx on used_passkey_challenges (expires_at);
comment on table used_passkey_challenges is 'WebAuthn challenges that were answered, until they expire: each is accepted once. Open challenges have no row, because the client holds them with a MAC.';
