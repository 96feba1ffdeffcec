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
  part_of bigint constraint audit_entries_part_of_exact check (part_of between 1 and 9007199254740991),
  commitments jsonb not null default '{}' constraint audit_entries_commitments_texts
    check (commitments - '{address,after,before,signed,target}'::text[] = '{}' and not jsonb_path_exists(commitments, 'strict $.* ? (@.type() != "string")')),
  constraint audit_entries_short
    check (octet_length(operation || event || coalesce(target, '') || coalesce(confirmed_by, '') || request_id || commitments::text) <= 10000)
);
-- Pages of the audit log are sorted by time and event number. Partial events are read by main event or by record.
create index audit_entries_time_idx on audit_entries (happened_at, seq) where part_of is null;
create index audit_entries_user_idx on audit_entries (user_id, happened_at, seq) where part_of is null and user_id is not null;
create index audit_entries_company_idx on audit_entries (company_id, happened_at, seq) where part_of is null and company_id is not null;
create index audit_entries_operation_idx on audit_entries (operation, happened_at, seq) where part_of is null;
create index audit_entries_target_idx on audit_entries (target, happened_at, seq) where target is not null;
create index audit_entries_part_of_idx on audit_entries (part_of, seq) where part_of is not null;
create trigger audit_entries_insert_only before update or delete on audit_entries for each row execute function refuse_change();
create trigger audit_entries_no_truncate before truncate on audit_entries for each statement execute function refuse_change();
comment on table audit_entries is 'The sealed part of an audit event: user, operation, time and how identity was confirmed. Insert-only. Personal data of the event is in audit_values; audit_events joins both.';
comment on column audit_entries.seq is 'Identifies the event. It is not the position in the log, and it has gaps: a rolled-back write consumes a number.';
comment on column audit_entries.target is 'Record that was written, as resource:id, such as user:12; null if the target is personal data (audit_values).';
comment on column audit_entries.delegation_id is 'Set if the right to write came from an active delegation.';
comment on column audit_entries.part_of is 'The main event of a write that changes several records, for each of its parts; otherwise null.';
comment on column audit_entries.confirmed_by is 'password or federated if identity was confirmed for this write; otherwise null.';
comment on column audit_entries.commitments is 'SHA-256 of salt and value, base64, for each value of this event in audit_values, by name.';

-- Triggers on audit_entries:
--   audit_entries_insert_only
--   audit_entries_no_truncate
