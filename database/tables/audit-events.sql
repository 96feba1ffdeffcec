-- needs: shared-functions
create table audit_events (
  seq bigint primary key,
  happened_at timestamptz not null,
  operation text not null,
  event text not null,
  user_id integer,
  session_id uuid,
  company_id integer,
  delegation_id integer,
  api_token_id integer,
  target text,
  before jsonb,
  after jsonb,
  confirmed_by text,
  address text not null,
  request_id text not null,
  previous_hash bytea not null,
  hash bytea not null,
  part_of bigint
);
create index audit_events_user_idx on audit_events (user_id, seq desc);
create index audit_events_company_idx on audit_events (company_id, seq desc);
create index audit_events_target_idx on audit_events (target, seq desc);
create index audit_events_part_of_idx on audit_events (part_of, seq) where part_of is not null;

create function audit_hash(e audit_events) returns bytea language sql immutable as $$
  select sha256(e.previous_hash || convert_to((jsonb_build_array(
    e.seq, extract(epoch from e.happened_at), e.operation, e.event, e.user_id, e.session_id, e.company_id, e.delegation_id,
    e.api_token_id, e.target, e.before, e.after, e.confirmed_by, e.address, e.request_id)
    || case when e.part_of is null then '[]'::jsonb else jsonb_build_array(e.part_of) end)::text, 'UTF8'))
$$;
comment on function audit_hash(audit_events) is 'SHA-256 over the hash of the event before and every column of this one.';

create function chain_audit_event() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7260001);
  select seq + 1, hash into new.seq, new.previous_hash from audit_events order by seq desc limit 1;
  new.seq := coalesce(new.seq, 1);
  new.previous_hash := coalesce(new.previous_hash, '\x');
  new.happened_at := clock_timestamp();
  new.hash := audit_hash(new);
  return new;
end $$;
comment on function chain_audit_event() is 'Trigger: writers take turns until they commit, so the chain has no fork and no gap.';
create trigger audit_events_chain before insert on audit_events for each row execute function chain_audit_event();
create trigger audit_events_insert_only before update or delete on audit_events for each row execute function refuse_change();
create trigger audit_events_no_truncate before truncate on audit_events for each statement execute function refuse_change();

create function audit_break() returns bigint language sql stable as $$
  select min(seq) from (
    select seq, (e.hash is distinct from audit_hash(e)
      or e.previous_hash is distinct from coalesce(lag(e.hash) over w, '\x')
      or e.seq is distinct from coalesce(lag(e.seq) over w, 0) + 1) as broken
    from audit_events e window w as (order by seq)
  ) chain where broken
$$;
comment on function audit_break() is 'The first event at which the chain does not hold, or null: a changed, inserted or deleted row shows here.';
comment on table audit_events is 'Who did what, when, from where, and how identity was confirmed. Only ever inserted; each row carries a hash over itself and the one before.';
comment on column audit_events.target is 'What was written, as resource:id, such as user:12.';
comment on column audit_events.before is 'The row as it was, secrets left out; null when it was made.';
comment on column audit_events.after is 'The row as it became, secrets left out; null when it was removed.';
comment on column audit_events.delegation_id is 'Set when the right to do it came from a running delegation.';
comment on column audit_events.part_of is 'The event of the write that this one is a part of, where one write changes many records; else null.';
comment on column audit_events.confirmed_by is 'password or federated when identity was confirmed for this very write; else null.';
