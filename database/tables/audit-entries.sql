-- needs: shared-functions
create table audit_entries (
  seq bigint generated always as identity constraint audit_entries_pkey primary key,
  happened_at timestamptz not null default clock_timestamp(),
  operation text not null,
  event text not null,
  user_id integer,
  session_id uuid,
  company_id integer,
  delegation_id integer,
  api_token_id integer,
  target text,
  confirmed_by text,
  request_id text not null,
  part_of bigint,
  commitments jsonb not null default '{}'
);
-- The audit log is paged by time and event number. Sub-events are read by their event or by their record.
create index audit_entries_time_idx on audit_entries (happened_at, seq) where part_of is null;
create index audit_entries_user_idx on audit_entries (user_id, happened_at, seq) where part_of is null and user_id is not null;
create index audit_entries_company_idx on audit_entries (company_id, happened_at, seq) where part_of is null and company_id is not null;
create index audit_entries_operation_idx on audit_entries (operation, happened_at, seq) where part_of is null;
create index audit_entries_target_idx on audit_entries (target, happened_at, seq) where target is not null;
create index audit_entries_part_of_idx on audit_entries (part_of, seq) where part_of is not null;
create trigger audit_entries_insert_only before update or delete on audit_entries for each row execute function refuse_change();
create trigger audit_entries_no_truncate before truncate on audit_entries for each statement execute function refuse_change();
comment on table audit_entries is 'Who did what, when, and how identity was confirmed: what the log seals of an event. Only ever inserted. What is personal in it stands in audit_values; audit_events shows both.';
comment on column audit_entries.seq is 'Names the event. Not its place in the log, and numbers may be missing: a write that was taken back had one.';
comment on column audit_entries.target is 'What was written, as resource:id, such as user:12; null where what it says is personal (audit_values).';
comment on column audit_entries.delegation_id is 'Set when the right to do it came from a running delegation.';
comment on column audit_entries.part_of is 'The event of the write that this one is a part of, where one write changes many records; else null.';
comment on column audit_entries.confirmed_by is 'password or federated when identity was confirmed for this very write; else null.';
comment on column audit_entries.commitments is 'For each value of this event in audit_values, by its name, SHA-256 over its salt and itself, base64.';
