-- needs: audit-entries
-- The transparency log of the audit events: pending events, leaves, tiles and signed heads.

create table audit_pending (
  xid xid8 default pg_current_xact_id(),
  seq bigint,
  constraint audit_pending_pkey primary key (xid, seq)
);
comment on table audit_pending is 'Events that are not in the log yet. Each write inserts its own; the sealer deletes them.';
comment on column audit_pending.xid is 'Transaction that wrote the event. The log is ordered by it.';

create table audit_leaves (
  leaf bigint constraint audit_leaves_pkey primary key,
  seq bigint not null constraint audit_leaves_seq_key unique
);
create trigger audit_leaves_insert_only before update or delete on audit_leaves for each row execute function refuse_change();
create trigger audit_leaves_no_truncate before truncate on audit_leaves for each statement execute function refuse_change();
comment on table audit_leaves is 'Event of each leaf of the tree, numbered from 0.';

create table audit_tiles (
  level smallint,
  index bigint,
  hashes bytea not null,
  constraint audit_tiles_pkey primary key (level, index)
);
create function refuse_other_tile() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and (new.level, new.index) = (old.level, old.index)
    and substr(new.hashes, 1, length(old.hashes)) = old.hashes then
    return new;
  end if;
  raise exception 'a tile of the log only ever grows' using errcode = 'insufficient_privilege';
end $$;
comment on function refuse_other_tile() is 'Trigger of audit_tiles: allows only appending hashes.';
create trigger audit_tiles_grow_only before update or delete on audit_tiles for each row execute function refuse_other_tile();
create trigger audit_tiles_no_truncate before truncate on audit_tiles for each statement execute function refuse_change();
comment on table audit_tiles is 'Hashes of the tree (C2SP tlog-tiles): 256 per tile, SHA-256 as in RFC 9162. The last tile of each level grows until it is full.';

create table audit_checkpoints (
  size bigint constraint audit_checkpoints_pkey primary key,
  note text not null,
  sealed_at timestamptz not null default clock_timestamp()
);
create trigger audit_checkpoints_insert_only before update or delete on audit_checkpoints for each row execute function refuse_change();
create trigger audit_checkpoints_no_truncate before truncate on audit_checkpoints for each statement execute function refuse_change();
comment on table audit_checkpoints is 'The tree head after each sealing.';
comment on column audit_checkpoints.size is 'Number of leaves of the tree.';
comment on column audit_checkpoints.note is 'The signed head, as stored outside the database (C2SP tlog-checkpoint).';

create table audit_keeping (
  size bigint not null,
  kept_at timestamptz not null
);
create unique index audit_keeping_only_row on audit_keeping ((true));
comment on table audit_keeping is 'The newest head that was stored in AUDIT_CHECKPOINTS.';

create table audit_keys (
  name text constraint audit_keys_pkey primary key,
  verifier_key text not null,
  private_ciphertext bytea not null,
  key_id text not null,
  created_at timestamptz not null default now()
);
create unique index audit_keys_only_key on audit_keys ((true));
create trigger audit_keys_insert_only before update or delete on audit_keys for each row execute function refuse_change();
create trigger audit_keys_no_truncate before truncate on audit_keys for each statement execute function refuse_change();
comment on table audit_keys is 'The Ed25519 key that signs the heads of the log, generated at the first start.';
comment on column audit_keys.name is 'Origin of the log: the host of PUBLIC_URL when the key was generated, followed by /audit.';
comment on column audit_keys.verifier_key is 'The public key in the format of verifiers (C2SP signed-note).';
comment on column audit_keys.key_id is 'The configured key that encrypted the private key.';

-- Triggers on audit_leaves:
--   audit_leaves_insert_only
--   audit_leaves_no_truncate

-- Triggers on audit_tiles:
--   audit_tiles_grow_only
--   audit_tiles_no_truncate

-- Triggers on audit_checkpoints:
--   audit_checkpoints_insert_only
--   audit_checkpoints_no_truncate

-- Triggers on audit_keys:
--   audit_keys_insert_only
--   audit_keys_no_truncate
