-- needs: users, passwords, recovery-passwords, recoveries, passkeys, totp-factors, challenges, sessions, one-time-codes, confirmations, federated-flows
create function close_account_doors() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare of_user integer;
begin
  if tg_table_name = 'users' then of_user := new.id; else of_user := new.user_id; end if;
  update challenges set used_at = now() where user_id = of_user and used_at is null;
  delete from recovery_passwords where user_id = of_user;
  update recoveries set cancelled_at = now()
  where user_id = of_user and (tg_table_name = 'users' or kind = 'password') and cancelled_at is null and done_at is null;
  delete from one_time_codes where used_at is null and session_id in (select id from sessions where user_id = of_user and ended_at is null);
  -- Expire instead of delete: their operations may be locked by a write of that session that waits for this transaction.
  update confirmations set expires_at = created_at
  where session_id in (select id from sessions where user_id = of_user and ended_at is null);
  update federated_flows set proof_used_at = now()
  where proof_digest is not null and proof_used_at is null
    and session_id in (select id from sessions where user_id = of_user and ended_at is null);
  return null;
end $$;
comment on function close_account_doors() is 'Trigger: a change of the account invalidates unfinished sign-ins, recoveries with their passwords, one-time codes and confirmations, whichever code makes the change.';
create trigger users_close_doors after update of active, suspended, email, federated on users for each row
  when (old.active <> new.active or old.suspended <> new.suspended or old.email <> new.email or old.federated <> new.federated)
  execute function close_account_doors();
create trigger passwords_close_doors after insert on passwords for each row when (new.superseded_at is null)
  execute function close_account_doors();

create function close_single_proof_recovery() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from recovery_passwords r where r.user_id = new.user_id and not exists (
    select from recoveries where user_id = new.user_id and kind = 'password' and cancelled_at is null and done_at is null);
  return null;
end $$;
comment on function close_single_proof_recovery() is 'Trigger: a recovery that needed no second proof ends when the user gets a passkey or an authenticator app.';
create trigger passkeys_close_recovery after insert on passkeys for each row execute function close_single_proof_recovery();
create trigger totp_factors_close_recovery after insert on totp_factors for each row execute function close_single_proof_recovery();
