-- needs: audit-entries
create table audit_values (
  seq bigint,
  name text,
  value text not null constraint audit_values_value_json check (value::jsonb is not null),
  salt bytea not null,
  constraint audit_values_pkey primary key (seq, name)
);
comment on table audit_values is 'Personal data of an event: address, before, after, a target that a user typed, and a signature of a passkey with what it signed. The log seals a commitment to each value, so that a value can be erased and the log stays verifiable.';
comment on column audit_values.name is 'address, before, after, target or signed.';
comment on column audit_values.value is 'JSON, byte for byte as committed.';
comment on column audit_values.salt is 'Random bytes that prevent guessing the value from its commitment.';

create function erase_audit_values(of_events bigint[], named text[], request text) returns bigint language plpgsql set search_path = public, pg_temp as $$
declare erased bigint;
begin
  perform set_config('portaria.erasing', 'request:' || request, true);
  delete from audit_values v using unnest(of_events, named) as given (seq, name)
  where v.seq = given.seq and v.name = given.name;
  get diagnostics erased = row_count;
  perform set_config('portaria.erasing', '', true);
  return erased;
end $$;
comment on function erase_audit_values(bigint[], text[], text) is 'Erases these values, given as pairs of event and name, for a request. The trigger records an event for each. Returns their number.';

create function erase_audit_value(of_event bigint, named text) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if erase_audit_values(array[of_event], array[named], '') = 0 then
    raise exception 'event % has no value "%"', of_event, named using errcode = 'no_data_found';
  end if;
end $$;
comment on function erase_audit_value(bigint, text) is 'Erases one value of an event by hand. A value that is missing without a recorded erasure is reported as tampering.';

create function refuse_change_unless_erasing() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' and current_setting('portaria.erasing', true) like 'request:%' then
    return old;
  end if;
  raise exception '% rows are only ever inserted, and erased by erase_audit_values()', tg_table_name using errcode = 'insufficient_privilege';
end $$;
comment on function refuse_change_unless_erasing() is 'Trigger of audit_values: allows only erasures by erase_audit_values().';
create trigger audit_values_insert_only before update or delete on audit_values for each row execute function refuse_change_unless_erasing();
create function tell_erasure() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  with made as (
    insert into audit_entries (operation, event, target, request_id)
    select 'eraseAuditValue', 'trail.value-erased', 'audit-event:' || seq || '/' || name,
      substr(current_setting('portaria.erasing', true), 9)
    from old_rows order by seq, name returning seq)
  insert into audit_pending (seq) select seq from made;
  return null;
end $$;
comment on function tell_erasure() is 'Trigger of audit_values: records an audit event for each erased value, whichever role or code erases it.';
create trigger audit_values_tell_erasure after delete on audit_values referencing old table as old_rows
  for each statement execute function tell_erasure();
create trigger audit_values_no_truncate before truncate on audit_values for each statement execute function refuse_change();

-- Triggers on audit_values:
--   audit_values_insert_only
--   audit_values_no_truncate
--   audit_values_tell_erasure
