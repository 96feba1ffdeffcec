-- needs: shared-functions
create table signing_keys (
  id text primary key,
  public_jwk jsonb not null,
  private_ciphertext bytea not null,
  key_id text not null,
  created_at timestamptz not null default now(),
  activated_at timestamptz default now(),
  retired_at timestamptz,
  constraint signing_keys_activated_before_retired check (retired_at is null or activated_at is not null)
);
create unique index signing_keys_active_key on signing_keys ((true)) where activated_at is not null and retired_at is null;
create trigger signing_keys_announce_insert after insert on signing_keys referencing new table as new_rows
  for each statement execute function announce_rows('id', $$text 'signing-keys'$$);
create trigger signing_keys_announce_update after update on signing_keys referencing old table as old_rows new table as new_rows
  for each statement execute function announce_rows('id, activated_at, retired_at', $$text 'signing-keys'$$);
create trigger signing_keys_announce_delete after delete on signing_keys referencing old table as old_rows
  for each statement execute function announce_rows('id', $$text 'signing-keys'$$);
comment on table signing_keys is 'Ed25519 keys that sign tokens (decision 87). Tokens of all of them are accepted; a retired key is deleted when its last token has expired.';
comment on column signing_keys.id is 'kid: the JWK thumbprint (RFC 7638).';
comment on column signing_keys.key_id is 'The configured key that encrypted the private key.';
comment on column signing_keys.activated_at is 'When it began to sign. Null: announced, that is, published and accepted, and not yet used for signing.';
comment on column signing_keys.retired_at is 'When its successor began to sign. Null: announced or active.';

-- Triggers on signing_keys:
--   signing_keys_announce_delete
--   signing_keys_announce_insert
--   signing_keys_announce_update
