-- What opens an account for a while does not outlive a change of the account; a recovery leaves the password alone.
create table recovery_passwords (
  user_id integer primary key constraint recovery_passwords_user_fkey references users (id) on delete cascade,
  digest bytea not null constraint recovery_passwords_digest_size check (octet_length(digest) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
comment on table recovery_passwords is 'The temporary password that a recovery mailed. It lives beside the present one, so that nobody loses a password to a mail they did not ask for; a new password ends both.';
comment on column recovery_passwords.digest is 'SHA-256: it is random, of more than 110 bits, so a slow hash would add nothing (ASVS 6.5.2).';

-- What is looked up by its session when an account changes.
create index one_time_codes_session_idx on one_time_codes (session_id);
create index confirmations_session_idx on confirmations (session_id);
create index federated_flows_session_idx on federated_flows (session_id) where session_id is not null;

create function close_account_doors() returns trigger language plpgsql as $$
declare of_user integer;
begin
  if tg_table_name = 'users' then of_user := new.id; else of_user := new.user_id; end if;
  update challenges set used_at = now() where user_id = of_user and used_at is null;
  delete from recovery_passwords where user_id = of_user;
  delete from one_time_codes where used_at is null and session_id in (select id from sessions where user_id = of_user and ended_at is null);
  -- Run out, not deleted: the operations below may be locked by a write of that session, which may wait for this one.
  update confirmations set expires_at = created_at
  where session_id in (select id from sessions where user_id = of_user and ended_at is null);
  update federated_flows set proof_used_at = now()
  where proof_digest is not null and proof_used_at is null
    and session_id in (select id from sessions where user_id = of_user and ended_at is null);
  return null;
end $$;
comment on function close_account_doors() is 'Trigger: unfinished sign-ins, mailed passwords, codes and proofs of identity don''t outlive a change of the account, whichever code makes it.';
create trigger users_close_doors after update of status, suspended, email, federated on users for each row
  when (old.status <> new.status or old.suspended <> new.suspended or old.email <> new.email or old.federated <> new.federated)
  execute function close_account_doors();
create trigger passwords_close_doors after insert on passwords for each row when (new.superseded_at is null)
  execute function close_account_doors();
