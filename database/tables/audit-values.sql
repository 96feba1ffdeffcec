-- needs: audit-entries
create table audit_values (
  seq bigint,
  name text,
  value text not null constraint audit_values_value_json check (value::jsonb is not null),
  salt bytea not null,
  constraint audit_values_pkey primary key (seq, name)
);
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
