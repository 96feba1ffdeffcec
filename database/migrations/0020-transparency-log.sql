-- The trail becomes a transparency log (decision 35): events are inserted without taking turns, and sealed into a tree
-- afterwards. Those that exist are taken along; the last hash of the chain that they were is the first leaf.
drop trigger audit_events_chain on audit_events;
drop trigger audit_events_announce on audit_events;
drop trigger audit_events_insert_only on audit_events;
drop trigger audit_events_no_truncate on audit_events;

create table audit_values (
  seq bigint,
  name text,
  value text not null constraint audit_values_value_json check (value::jsonb is not null),
  salt bytea not null,
  constraint audit_values_pkey primary key (seq, name)
);

-- Random UUIDs are the random bytes that PostgreSQL has without an extension; two of them make more than 128 bits.
insert into audit_values (seq, name, value, salt)
select seq, name, value, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
from audit_events cross join lateral (values
  ('address', to_jsonb(address)::text),
  ('before', before::text),
  ('after', after::text),
  ('target', case when target !~ '^[a-z-]+:([0-9]+|[0-9a-f-]{36})$' then to_jsonb(target)::text end)
) as named (name, value)
where value is not null;

-- What the chain was, and whether it held: whoever kept one of its hashes finds it again.
create temporary table chain_end on commit drop as
select seq, encode(hash, 'hex') as hash, audit_break() as broken_at from audit_events order by seq desc limit 1;

drop function audit_break();
drop function announce_audit();
drop function chain_audit_event();
drop function audit_hash(audit_events);

alter table audit_events rename to audit_entries;
do $$
declare
  old name;
begin
  -- Newer versions of PostgreSQL have a constraint for each column that may not be null.
  for old in select conname from pg_constraint where conrelid = 'audit_entries'::regclass and conname like 'audit\_events\_%' loop
    execute format('alter table audit_entries rename constraint %I to %I', old, replace(old, 'audit_events_', 'audit_entries_'));
  end loop;
end $$;
alter index audit_events_user_idx rename to audit_entries_user_idx;
alter index audit_events_company_idx rename to audit_entries_company_idx;
alter index audit_events_target_idx rename to audit_entries_target_idx;
alter index audit_events_part_of_idx rename to audit_entries_part_of_idx;
alter table audit_entries
  drop column previous_hash, drop column hash, drop column before, drop column after, drop column address,
  alter column happened_at set default clock_timestamp(),
  alter column seq add generated always as identity,
  add column commitments jsonb not null default '{}';
select setval(pg_get_serial_sequence('audit_entries', 'seq'), seq) from chain_end;

insert into audit_values (seq, name, value, salt)
select 0, 'after', jsonb_build_object('broken_at', broken_at)::text,
  sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
from chain_end where broken_at is not null;
insert into audit_entries (seq, operation, event, target, request_id) overriding system value
select 0, 'migrate', 'trail.chain-ended', 'audit-chain:' || seq || '/' || hash, '' from chain_end;

update audit_entries e set
  commitments = (
    select jsonb_object_agg(name, translate(encode(sha256(salt || convert_to(value, 'UTF8')), 'base64'), chr(10), ''))
    from audit_values v where v.seq = e.seq),
  target = case when exists (select from audit_values v where v.seq = e.seq and name = 'target') then null else target end
where exists (select from audit_values v where v.seq = e.seq);

create trigger audit_entries_insert_only before update or delete on audit_entries for each row execute function refuse_change();
create trigger audit_entries_no_truncate before truncate on audit_entries for each statement execute function refuse_change();
comment on table audit_entries is 'Who did what, when, and how identity was confirmed: what the log seals of an event. Only ever inserted. What is personal in it stands in audit_values; audit_events shows both.';
comment on column audit_entries.seq is 'Names the event. Not its place in the log, and numbers may be missing: a write that was taken back had one.';
comment on column audit_entries.target is 'What was written, as resource:id, such as user:12; null where what it says is personal (audit_values).';
comment on column audit_entries.delegation_id is 'Set when the right to do it came from a running delegation.';
comment on column audit_entries.part_of is 'The event of the write that this one is a part of, where one write changes many records; else null.';
comment on column audit_entries.confirmed_by is 'password or federated when identity was confirmed for this very write; else null.';
comment on column audit_entries.commitments is 'For each value of this event in audit_values, by its name, SHA-256 over its salt and itself, base64.';
comment on table audit_values is 'What is personal in an event: its address, what was before and after, and a target that somebody typed. The log seals a commitment to each, so that one can be erased and the log still holds.';
comment on column audit_values.name is 'address, before, after or target.';
comment on column audit_values.value is 'JSON, exactly as it was committed to.';
comment on column audit_values.salt is 'Random bytes, without which nobody finds the value by trying what it may be.';

create function erase_audit_value(of_event bigint, named text) returns void language plpgsql as $$
begin
  perform set_config('portaria.erasing', 'yes', true);
  delete from audit_values where seq = of_event and name = named;
  if not found then
    raise exception 'event % has no value "%"', of_event, named using errcode = 'no_data_found';
  end if;
  perform set_config('portaria.erasing', '', true);
  with made as (
    insert into audit_entries (operation, event, target, request_id)
    values ('eraseAuditValue', 'trail.value-erased', 'audit-event:' || of_event || '/' || named, '') returning seq)
  insert into audit_pending (seq) select seq from made;
end $$;
comment on function erase_audit_value(bigint, text) is 'Erases one value of an event, which only the owner of the tables may, and tells the trail so. A value that is gone without such an event counts as removed by stealth.';

create function refuse_change_unless_erasing() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('portaria.erasing', true) = 'yes' then
    return old;
  end if;
  raise exception '% rows are only ever inserted, and erased by erase_audit_value()', tg_table_name using errcode = 'insufficient_privilege';
end $$;
comment on function refuse_change_unless_erasing() is 'Trigger of audit_values.';
create trigger audit_values_insert_only before update or delete on audit_values for each row execute function refuse_change_unless_erasing();
create trigger audit_values_no_truncate before truncate on audit_values for each statement execute function refuse_change();

create view audit_events as
  select e.seq, e.happened_at, e.operation, e.event, e.user_id, e.session_id, e.company_id, e.delegation_id, e.api_token_id,
    coalesce(e.target, v.target) as target, v.before, v.after, e.confirmed_by, v.address, e.request_id, e.part_of
  from audit_entries e
  left join lateral (
    select (max(value) filter (where name = 'target'))::jsonb #>> '{}' as target,
      (max(value) filter (where name = 'before'))::jsonb as before,
      (max(value) filter (where name = 'after'))::jsonb as after,
      (max(value) filter (where name = 'address'))::jsonb #>> '{}' as address
    from audit_values where audit_values.seq = e.seq
  ) v on true;
comment on view audit_events is 'Who did what, when, from where, and how identity was confirmed: every event whole, but for what was erased of it.';
comment on column audit_events.seq is 'Names the event. Never null.';
comment on column audit_events.happened_at is 'Never null.';
comment on column audit_events.operation is 'Never null.';
comment on column audit_events.event is 'Never null.';
comment on column audit_events.request_id is 'Never null.';
comment on column audit_events.target is 'What was written, as resource:id, such as user:12.';
comment on column audit_events.before is 'The row as it was, secrets left out; null when it was made, or erased.';
comment on column audit_events.after is 'The row as it became, secrets left out; null when it was removed, or erased.';

create table audit_pending (
  xid xid8 default pg_current_xact_id(),
  seq bigint,
  constraint audit_pending_pkey primary key (xid, seq)
);
comment on table audit_pending is 'Events that are not in the log yet: a write adds its own, the sealer takes them out.';
comment on column audit_pending.xid is 'The transaction that wrote the event. The log is in the order of these.';

-- Before every transaction that there is; in the order in which they were chained.
insert into audit_pending (xid, seq) select '0', seq from audit_entries;

create table audit_leaves (
  leaf bigint constraint audit_leaves_pkey primary key,
  seq bigint not null constraint audit_leaves_seq_key unique
);
create trigger audit_leaves_insert_only before update or delete on audit_leaves for each row execute function refuse_change();
create trigger audit_leaves_no_truncate before truncate on audit_leaves for each statement execute function refuse_change();
comment on table audit_leaves is 'Which event is which leaf of the tree, from 0.';

create table audit_tiles (
  level smallint,
  index bigint,
  hashes bytea not null,
  constraint audit_tiles_pkey primary key (level, index)
);
create function refuse_other_tile() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.level, new.index) = (old.level, old.index)
    and substr(new.hashes, 1, length(old.hashes)) = old.hashes then
    return new;
  end if;
  raise exception 'a tile of the log only ever grows' using errcode = 'insufficient_privilege';
end $$;
comment on function refuse_other_tile() is 'Trigger of audit_tiles.';
create trigger audit_tiles_grow_only before update or delete on audit_tiles for each row execute function refuse_other_tile();
create trigger audit_tiles_no_truncate before truncate on audit_tiles for each statement execute function refuse_change();
comment on table audit_tiles is 'The hashes of the tree (C2SP tlog-tiles): 256 to a tile, SHA-256 after RFC 9162; the last of each level grows until it is full.';

create table audit_checkpoints (
  size bigint constraint audit_checkpoints_pkey primary key,
  note text not null,
  sealed_at timestamptz not null default clock_timestamp()
);
create trigger audit_checkpoints_insert_only before update or delete on audit_checkpoints for each row execute function refuse_change();
create trigger audit_checkpoints_no_truncate before truncate on audit_checkpoints for each statement execute function refuse_change();
comment on table audit_checkpoints is 'The head of the tree after each sealing.';
comment on column audit_checkpoints.size is 'How many leaves the tree had.';
comment on column audit_checkpoints.note is 'The signed head as it is kept elsewhere (C2SP tlog-checkpoint).';

create table audit_keeping (
  size bigint not null,
  kept_at timestamptz not null
);
create unique index audit_keeping_only_row on audit_keeping ((true));
comment on table audit_keeping is 'The newest head that AUDIT_CHECKPOINTS has taken.';

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
comment on table audit_keys is 'The Ed25519 key that signs the heads of the log, made at the first start.';
comment on column audit_keys.name is 'Origin of the log: the host of PUBLIC_URL when the key was made, and /audit.';
comment on column audit_keys.verifier_key is 'The public half as verifiers take it (C2SP signed-note).';
comment on column audit_keys.key_id is 'Which configured key encrypted the private half.';
