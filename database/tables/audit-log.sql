-- needs: audit-entries
-- The transparency log of the audit events: pending events, leaves, tiles and checkpoints.

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
  note text not null constraint audit_checkpoints_note_short check (octet_length(note) <= 1000),
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
create trigger audit_keys_insert_only before delete or update of name, verifier_key, created_at on audit_keys for each row execute function refuse_change();
create trigger audit_keys_no_truncate before truncate on audit_keys for each statement execute function refuse_change();
comment on table audit_keys is 'The Ed25519 key that signs the heads of the log, generated at the first start.';
comment on column audit_keys.name is 'Origin of the log: the host of PUBLIC_URL when the key was generated, followed by /audit.';
comment on column audit_keys.verifier_key is 'The public key in the format of verifiers (C2SP signed-note).';
comment on column audit_keys.key_id is 'The configured key that encrypted the private key.';

create function audit_leaf_hash(e audit_entries) returns bytea language sql stable
begin atomic
  select sha256('\x00'::bytea || convert_to('{' || string_agg(to_json(key)::text || ':' || value, ',' order by key collate "C") || '}', 'UTF8'))
  from (values
    ('api_token_id', e.api_token_id::text),
    ('commitments', (select '{' || coalesce(string_agg(to_json(key)::text || ':' || to_json(value)::text, ',' order by key collate "C"), '') || '}'
      from jsonb_each_text(e.commitments))),
    ('company_id', e.company_id::text),
    ('confirmed_by', to_json(e.confirmed_by)::text),
    ('delegation_id', e.delegation_id::text),
    ('event', to_json(e.event)::text),
    ('happened_at', to_json(to_char(e.happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))::text),
    ('operation', to_json(e.operation)::text),
    ('part_of', e.part_of::text),
    ('request_id', to_json(e.request_id)::text),
    ('seq', e.seq::text),
    ('session_id', to_json(e.session_id)::text),
    ('target', to_json(e.target)::text),
    ('user_id', e.user_id::text)) as field (key, value)
  where value is not null;
end;
comment on function audit_leaf_hash(audit_entries) is 'Hash of an event as a leaf of the tree (RFC 9162 §2.1.1), of the same canonical JSON as server/audit/log-entry.ts writes.';

create function audit_subtree_hash(hashes bytea) returns bytea language plpgsql immutable strict set search_path = public, pg_temp as $$
declare level bytea := hashes; above bytea;
begin
  while length(level) > 32 loop
    above := '';
    for pair in 0 .. length(level) / 64 - 1 loop
      above := above || sha256('\x01'::bytea || substr(level, pair * 64 + 1, 64));
    end loop;
    level := above;
  end loop;
  return level;
end $$;
comment on function audit_subtree_hash(bytea) is 'Root of a complete subtree from its hashes, whose number is a power of two.';

create function audit_root(size bigint) returns bytea language plpgsql stable set search_path = public, pg_temp as $$
declare
  root bytea; tile bytea; width integer; start integer; nodes bigint := size; tile_level smallint := 0;
begin
  while nodes > 0 loop
    width := nodes % 256;
    select t.hashes into tile from audit_tiles t where t.level = tile_level and t.index = nodes / 256;
    start := width;
    for bit in 0 .. 7 loop
      continue when width & (1 << bit) = 0;
      start := start - (1 << bit);
      root := case when root is null then '' else '\x01'::bytea end
        || audit_subtree_hash(substr(tile, start * 32 + 1, (1 << bit) * 32)) || coalesce(root, '');
      if length(root) > 32 then root := sha256(root); end if;
    end loop;
    nodes := nodes / 256;
    tile_level := tile_level + 1;
  end loop;
  return root;
end $$;
comment on function audit_root(bigint) is 'Root of the tree with this many leaves (RFC 9162 §2.1), from the tiles at its right edge. Null if a tile is missing.';

create function refuse_other_head() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare old_size bigint; below bigint; above bigint; tile_level smallint := 0;
begin
  select coalesce(max(size), 0) into old_size from audit_checkpoints;
  if new.size <= old_size or new.size is distinct from (select max(leaf) + 1 from audit_leaves) then
    raise exception 'a head of the log covers all leaves and is newer than the last one' using errcode = 'insufficient_privilege';
  end if;
  if new.size - old_size <> (
    select count(*) from audit_leaves l join audit_entries e on e.seq = l.seq
    join audit_tiles t on t.level = 0 and t.index = l.leaf / 256
    where l.leaf >= old_size and substr(t.hashes, (l.leaf % 256)::integer * 32 + 1, 32) = audit_leaf_hash(e)) then
    raise exception 'the new leaves of the log are not the hashes of its events' using errcode = 'insufficient_privilege';
  end if;
  below := new.size / 256;
  above := old_size / 256;
  while below > 0 loop
    if exists (
      select from generate_series(above, below - 1) as full_tile
      left join audit_tiles l on l.level = tile_level and l.index = full_tile
      left join audit_tiles u on u.level = tile_level + 1 and u.index = full_tile / 256
      where length(l.hashes) is distinct from 8192
        or substr(u.hashes, (full_tile % 256)::integer * 32 + 1, 32) is distinct from audit_subtree_hash(l.hashes)) then
      raise exception 'a tile of the log is not the hash of the tile below' using errcode = 'insufficient_privilege';
    end if;
    tile_level := tile_level + 1;
    below := below / 256;
    above := above / 256;
  end loop;
  if (split_part(new.note, e'\n', 2), split_part(new.note, e'\n', 3))
    is distinct from (new.size::text, encode(audit_root(new.size), 'base64')) then
    raise exception 'a head of the log has the size and root of the tree' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
comment on function refuse_other_head() is 'Trigger of audit_checkpoints: allows only a head of the tree of all leaves, whose new leaves are recomputed from their events. The signature is not checked: the database has no key.';
create trigger audit_checkpoints_of_tree before insert on audit_checkpoints for each row execute function refuse_other_head();

create function refuse_unsigned() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare size bigint; nodes bigint;
begin
  select coalesce(max(c.size), 0) into size from audit_checkpoints c;
  if tg_table_name = 'audit_leaves' then
    if new.leaf between 0 and size - 1 then return null; end if;
  else
    nodes := size / (256 ^ new.level)::bigint - new.index * 256;
    if exists (select from audit_tiles t where t.level = new.level and t.index = new.index
      and new.index >= 0 and length(t.hashes) = 32 * least(nodes, 256)) then return null; end if;
  end if;
  raise exception 'leaves and tiles of the log are written together with its head' using errcode = 'insufficient_privilege';
end $$;
comment on function refuse_unsigned() is 'Trigger of audit_leaves and audit_tiles: at the end of the transaction a head covers them.';
create constraint trigger audit_leaves_in_head after insert on audit_leaves deferrable initially deferred
  for each row execute function refuse_unsigned();
create constraint trigger audit_tiles_in_head after insert or update on audit_tiles deferrable initially deferred
  for each row execute function refuse_unsigned();

create function refuse_unsealed() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from audit_leaves l where l.seq = old.seq)
    or not exists (select from audit_entries e where e.seq = old.seq) then
    return null;
  end if;
  raise exception 'a pending event of the log is only removed when it is sealed' using errcode = 'insufficient_privilege';
end $$;
comment on function refuse_unsealed() is 'Trigger of audit_pending: at the end of the transaction a removed event is a leaf of the tree.';
create constraint trigger audit_pending_until_sealed after delete on audit_pending deferrable initially deferred
  for each row execute function refuse_unsealed();
create function refuse_missing_event() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from audit_entries e where e.seq = new.seq) then return null; end if;
  raise exception 'only an event of the log can be pending' using errcode = 'insufficient_privilege';
end $$;
comment on function refuse_missing_event() is 'Trigger of audit_pending: a pending row belongs to an event. The sealer would read others again each time.';
create trigger audit_pending_of_event after insert on audit_pending for each row execute function refuse_missing_event();
create trigger audit_pending_no_truncate before truncate on audit_pending for each statement execute function refuse_change();

-- Triggers on audit_pending:
--   audit_pending_no_truncate
--   audit_pending_of_event
--   audit_pending_until_sealed

-- Triggers on audit_leaves:
--   audit_leaves_in_head
--   audit_leaves_insert_only
--   audit_leaves_no_truncate

-- Triggers on audit_tiles:
--   audit_tiles_grow_only
--   audit_tiles_in_head
--   audit_tiles_no_truncate

-- Triggers on audit_checkpoints:
--   audit_checkpoints_insert_only
--   audit_checkpoints_no_truncate
--   audit_checkpoints_of_tree

-- Triggers on audit_keys:
--   audit_keys_insert_only
--   audit_keys_no_truncate
