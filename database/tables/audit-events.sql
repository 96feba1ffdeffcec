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
comment on view audit_events is 'Complete audit events, without erased values.';
comment on column audit_events.seq is 'Identifies the event. Never null.';
comment on column audit_events.happened_at is 'Never null.';
comment on column audit_events.operation is 'Never null.';
comment on column audit_events.event is 'Never null.';
comment on column audit_events.request_id is 'Never null.';
comment on column audit_events.target is 'Record that was written, as resource:id, such as user:12.';
comment on column audit_events.before is 'The record before the write, without secrets; null if it was created or the value was erased.';
comment on column audit_events.after is 'The record after the write, without secrets; null if it was deleted or the value was erased.';
