-- Rotation of keys without a restart (decision 87).

-- The default makes the first key of the previous release active.
alter table signing_keys add column activated_at timestamptz;
update signing_keys set activated_at = created_at;
alter table signing_keys alter column activated_at set default now();
alter table signing_keys add constraint signing_keys_activated_before_retired check (retired_at is null or activated_at is not null);
create unique index signing_keys_active_key on signing_keys ((true)) where activated_at is not null and retired_at is null;
drop index signing_keys_current_key;
create trigger signing_keys_announce_insert after insert on signing_keys referencing new table as new_rows
  for each statement execute function announce_rows('id', $$text 'signing-keys'$$);
create trigger signing_keys_announce_update after update on signing_keys referencing old table as old_rows new table as new_rows
  for each statement execute function announce_rows('id, activated_at, retired_at', $$text 'signing-keys'$$);
create trigger signing_keys_announce_delete after delete on signing_keys referencing old table as old_rows
  for each statement execute function announce_rows('id', $$text 'signing-keys'$$);
comment on table signing_keys is 'Ed25519 keys that sign tokens (decision 87). Tokens of all of them are accepted; a retired key is deleted when its last token has expired.';
comment on column signing_keys.activated_at is 'When it began to sign. Null: announced, that is, published and accepted, and not yet used for signing.';
comment on column signing_keys.retired_at is 'When its successor began to sign. Null: announced or active.';

-- The owner may encrypt the audit log's key under another key of SECRETS_KEYS. The server's role has no right to update.
drop trigger audit_keys_insert_only on audit_keys;
create trigger audit_keys_insert_only before delete or update of name, verifier_key, created_at on audit_keys for each row execute function refuse_change();
