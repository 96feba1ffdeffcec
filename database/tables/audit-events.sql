-- needs: audit-entries, audit-values
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
