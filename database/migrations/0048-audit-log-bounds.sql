-- Bounds of what the server's role can write into the audit log, so that it cannot stop sealing (decision 64): the
-- sealer reads events and heads into memory, and an exported entry has at most 65535 bytes.
alter table audit_entries
  drop constraint audit_entries_commitments_texts,
  -- Strict mode: lax mode unwraps arrays, so it would accept an array of texts.
  add constraint audit_entries_commitments_texts
    check (commitments - '{address,after,before,target}'::text[] = '{}' and not jsonb_path_exists(commitments, 'strict $.* ? (@.type() != "string")')),
  -- In canonical JSON, a character has at most six bytes.
  add constraint audit_entries_short
    check (octet_length(operation || event || coalesce(target, '') || coalesce(confirmed_by, '') || request_id || commitments::text) <= 10000);

alter table audit_checkpoints add constraint audit_checkpoints_note_short check (octet_length(note) <= 1000);

create function refuse_missing_event() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from audit_entries e where e.seq = new.seq) then return null; end if;
  raise exception 'only an event of the log can be pending' using errcode = 'insufficient_privilege';
end $$;
comment on function refuse_missing_event() is 'Trigger of audit_pending: a pending row belongs to an event. The sealer would read others again each time.';
create trigger audit_pending_of_event after insert on audit_pending for each row execute function refuse_missing_event();
