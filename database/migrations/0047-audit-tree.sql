-- The database recomputes the tree of the audit log before it accepts a head, leaves, tiles, or the removal of a pending
-- event. So the server's role can neither stop sealing with a false head nor lose an event (decision 64).
alter table audit_entries
  add constraint audit_entries_part_of_exact check (part_of between 1 and 9007199254740991),
  add constraint audit_entries_commitments_texts
    check (commitments - '{address,after,before,target}'::text[] = '{}' and not jsonb_path_exists(commitments, '$.* ? (@.type() != "string")'));

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
create trigger audit_pending_no_truncate before truncate on audit_pending for each statement execute function refuse_change();
