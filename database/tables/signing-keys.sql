create table signing_keys (
  id text primary key,
  public_jwk jsonb not null,
  private_ciphertext bytea not null,
  key_id text not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
create unique index signing_keys_current_key on signing_keys ((true)) where retired_at is null;
comment on table signing_keys is 'Ed25519 keys that sign tokens. Retired keys stay published until their tokens have expired.';
comment on column signing_keys.id is 'kid: the JWK thumbprint (RFC 7638).';
comment on column signing_keys.key_id is 'The configured key that encrypted the private key.';
