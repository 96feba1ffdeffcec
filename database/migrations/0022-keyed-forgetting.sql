-- What is remembered is forgotten by key, and a write that takes nothing away tells nobody (docs/decisions/0036-keyed-forgetting.md).
drop trigger user_profiles_announce on user_profiles;
drop trigger delegations_announce on delegations;
drop trigger delegation_profiles_announce on delegation_profiles;
drop trigger profiles_announce on profiles;
drop trigger profile_functions_announce on profile_functions;
drop trigger profile_actions_announce on profile_actions;
drop trigger functions_announce on functions;
drop trigger actions_announce on actions;
drop trigger modules_announce on modules;
drop trigger services_announce on services;
drop trigger plans_announce on plans;
drop trigger plan_modules_announce on plan_modules;
drop trigger plan_companies_announce on plan_companies;
drop trigger loose_plans_announce on loose_plans;
drop trigger spids_announce on spids;
drop trigger companies_announce on companies;
drop trigger companies_announce_end on companies;
drop trigger tokens_announce on tokens;
drop trigger api_tokens_announce on api_tokens;
drop trigger users_announce on users;
drop trigger sessions_announce on sessions;
drop trigger user_companies_announce on user_companies;
-- The trail may have stopped announcing before.
drop trigger if exists audit_events_announce on audit_events;
drop function if exists announce_audit();
drop function announce_grants();
drop function announce_session();
drop function announce_token();
drop function announce_user();
drop function announce_user_grants();

create function tell_writer(payload text) returns void language plpgsql as $$
begin
  raise info using message = payload, errcode = 'PA001';
end $$;
comment on function tell_writer(text) is 'Tells the process whose statement this is, and nobody else: commits that NOTIFY take turns in the whole database, this costs nothing. A client is always sent what is INFO, and the log by itself never.';

create function announce(keys text[]) returns void language plpgsql as $$
declare
  -- 150 of the longest make 6,750 bytes; a payload has room for 7,999.
  per_payload constant integer := 150;
  payload text;
begin
  if cardinality(keys) > 10000 then
    keys := '{everything}';
  end if;
  for start in 1 .. coalesce(cardinality(keys), 0) by per_payload loop
    payload := array_to_string(keys[start : start + per_payload - 1], ',');
    perform pg_notify('portaria', payload);
    perform tell_writer(payload);
  end loop;
end $$;
comment on function announce(text[]) is 'Every process forgets what it remembers under these keys, such as user:5 or place:3/7; the one that writes does so as soon as it has committed. Where there are so many that listing them is dearer than asking again, everything is forgotten.';

create function announce_rows() returns trigger language plpgsql as $$
declare
  watched constant text := tg_argv[0];
  key constant text := tg_argv[1];
  gone constant text := format('select %s from old_rows', watched);
  come constant text := format('select %s from new_rows', watched);
  touched text[];
begin
  execute format('select array_agg(distinct %s) from (%s) as changed', key, case tg_op
    when 'INSERT' then come
    when 'DELETE' then gone
    else format('(%1$s except %2$s) union (%2$s except %1$s)', gone, come) end) into touched;
  perform announce(touched);
  return null;
end $$;
comment on function announce_rows() is 'Statement trigger, given the columns that what is remembered rests on and the key of a row: announces all rows that came, went, or differ in one of those columns. The key is made of the row alone: what else it touches, another transaction may be writing at this moment.';

create or replace function announce_message() returns trigger language plpgsql as $$
begin
  perform tell_writer('outbox');
  return null;
end $$;
comment on function announce_message() is 'Trigger of outbox: a message waits to be delivered, or is to be tried sooner. The process that wrote it delivers it at once; the others look every few seconds.';

create function announce_users() returns trigger language plpgsql as $$
begin
  perform announce(array(select 'user:' || n.id from new_rows n join old_rows o using (id)
    where (n.status, n.suspended, n.name, n.email, n.company_id, n.federated)
      is distinct from (o.status, o.suspended, o.name, o.email, o.company_id, o.federated)));
  return null;
end $$;
comment on function announce_users() is 'As announce_rows(), and planned once: every sign-in stamps a row, of which nothing is announced.';
create trigger users_announce_update after update on users referencing old table as old_rows new table as new_rows
  for each statement execute function announce_users();
create trigger users_announce_delete after delete on users referencing old table as old_rows
  for each statement execute function announce_rows('id', $$'user:' || id$$);

create function announce_session() returns trigger language plpgsql as $$
begin
  perform announce(array['session:' || old.id]);
  return null;
end $$;
comment on function announce_session() is 'Row trigger of sessions, since last uses are written by the thousands and announce nothing.';
create trigger sessions_announce_end after update of ended_at on sessions
  for each row when (old.ended_at is distinct from new.ended_at) execute function announce_session();
create trigger sessions_announce_delete after delete on sessions for each row execute function announce_session();

create trigger user_profiles_announce_insert after insert on user_profiles referencing new table as new_rows
  for each statement execute function announce_rows('user_id, profile_id, company_id, spid', $$'user:' || user_id$$);
create trigger user_profiles_announce_update after update on user_profiles referencing old table as old_rows new table as new_rows
  for each statement execute function announce_rows('user_id, profile_id, company_id, spid', $$'user:' || user_id$$);
create trigger user_profiles_announce_delete after delete on user_profiles referencing old table as old_rows
  for each statement execute function announce_rows('user_id, profile_id, company_id, spid', $$'user:' || user_id$$);
create trigger delegations_announce_insert after insert on delegations referencing new table as new_rows
  for each statement execute function announce_rows('user_id, company_id, begin_at, end_at, closed_at', $$'user:' || user_id$$);
create trigger delegations_announce_update after update on delegations referencing old table as old_rows new table as new_rows
  for each statement execute function announce_rows('user_id, company_id, begin_at, end_at, closed_at', $$'user:' || user_id$$);
create trigger delegations_announce_delete after delete on delegations referencing old table as old_rows
  for each statement execute function announce_rows('user_id, company_id, begin_at, end_at, closed_at', $$'user:' || user_id$$);
create trigger delegation_profiles_announce_insert after insert on delegation_profiles referencing new table as new_rows
  for each statement execute function announce_rows('delegation_id, profile_id', $$'user:' || (select user_id from delegations where id = delegation_id)$$);
create trigger delegation_profiles_announce_update after update on delegation_profiles referencing old table as old_rows new table as new_rows
  for each statement execute function announce_rows('delegation_id, profile_id', $$'user:' || (select user_id from delegations where id = delegation_id)$$);
create trigger delegation_profiles_announce_delete after delete on delegation_profiles referencing old table as old_rows
  for each statement execute function announce_rows('delegation_id, profile_id', $$'user:' || (select user_id from delegations where id = delegation_id)$$);
create trigger profiles_announce_update after update on profiles referencing old table as old_rows new table as new_rows
  for each statement execute function announce_rows('id, module_id, name, status, master_profile', $$'profile:' || id$$);
create trigger profiles_announce_delete after delete on profiles referencing old table as old_rows
  for each statement execute function announce_rows('id, module_id, name, status, master_profile', $$'profile:' || id$$);
create trigger profile_functions_announce_insert after insert on profile_functions referencing new table as new_rows
  for each statement execute function announce_rows('profile_id, function_id', $$'profile:' || profile_id$$);
create trigger profile_functions_announce_update after update on profile_functions referencing old table as old_rows new table as new_rows
  for each statement execute function announce_rows('profile_id, function_id', $$'profile:' || profile_id$$);
create trigger profile_functions_announce_delete after delete on profile_functions referencing old table as old_rows
  for each statement execute function announce_rows('profile_id, function_id', $$'profile:' || profile_id$$);
create trigger profile_actions_announce_insert after insert on profile_actions referencing new table as new_rows
  for each statement execute function announce_rows('profile_id, action_id', $$'profile:' || profile_id$$);
create trigger profile_actions_announce_update after update on profile_actions referencing old table as old_rows new table as new_rows
  for each statement execute function announce_rows('profile_id, action_id', $$'profile:' || profile_id$$);
create trigger profile_actions_announce_delete after delete on profile_actions referencing old table as old_rows
  for each statement execute function announce_rows('profile_id, action_id', $$'profile:' || profile_id$$);
create trigger functions_announce_insert after insert on functions referencing new table as new_rows
  for each statement execute function announce_rows('module_id', $$case when module_id = 34 then 'common' end$$);
create trigger functions_announce_update after update on functions referencing old table as old_rows new table as new_rows
  for each statement execute function announce_rows('id, module_id, name, url, code, environment, method, status', $$'function:' || id$$);
create trigger functions_announce_delete after delete on functions referencing old table as old_rows
  for each statement execute function announce_rows('id, module_id, name, url, code, environment, method, status', $$'function:' || id$$);
create trigger actions_announce_update after update on actions referencing old table as old_rows new table as new_rows
  for each statement execute function announce_rows('id, function_id, path, active', $$'action:' || id$$);
create trigger actions_announce_delete after delete on actions referencing old table as old_rows
  for each statement execute function announce_rows('id, function_id, path, active', $$'action:' || id$$);
create trigger modules_announce_update after update on modules referencing old table as old_rows new table as new_rows
  for each statement execute function announce_rows('id, service_id, status', $$'module:' || id$$);
create trigger modules_announce_delete after delete on modules referencing old table as old_rows
  for each statement execute function announce_rows('id, service_id, status', $$'module:' || id$$);
create trigger services_announce_update after update on services referencing old table as old_rows new table as new_rows
  for each statement execute function announce_rows('id, active', $$'service:' || id$$);
create trigger services_announce_delete after delete on services referencing old table as old_rows
  for each statement execute function announce_rows('id, active', $$'service:' || id$$);
create trigger plans_announce_update after update on plans referencing old table as old_rows new table as new_rows
  for each statement execute function announce_rows('id, active', $$'plan:' || id$$);
create trigger plans_announce_delete after delete on plans referencing old table as old_rows
  for each statement execute function announce_rows('id, active', $$'plan:' || id$$);
create trigger plan_modules_announce_update after update on plan_modules referencing old table as old_rows new table as new_rows
  for each statement execute function announce_rows('plan_id, module_id, active', $$'plan-module:' || plan_id || '/' || module_id$$);
create trigger plan_modules_announce_delete after delete on plan_modules referencing old table as old_rows
  for each statement execute function announce_rows('plan_id, module_id, active', $$'plan-module:' || plan_id || '/' || module_id$$);
create trigger plan_companies_announce_update after update on plan_companies referencing old table as old_rows new table as new_rows
  for each statement execute function announce_rows('plan_id, company_id', $$'plan-company:' || plan_id || '/' || company_id$$);
create trigger plan_companies_announce_delete after delete on plan_companies referencing old table as old_rows
  for each statement execute function announce_rows('plan_id, company_id', $$'plan-company:' || plan_id || '/' || company_id$$);
create trigger loose_plans_announce_update after update on loose_plans referencing old table as old_rows new table as new_rows
  for each statement execute function announce_rows('company_id, module_id, active', $$'place:' || company_id || '/' || module_id$$);
create trigger loose_plans_announce_delete after delete on loose_plans referencing old table as old_rows
  for each statement execute function announce_rows('company_id, module_id, active', $$'place:' || company_id || '/' || module_id$$);
create trigger spids_announce_update after update on spids referencing old table as old_rows new table as new_rows
  for each statement execute function announce_rows('company_id, spid', $$'company:' || company_id$$);
create trigger spids_announce_delete after delete on spids referencing old table as old_rows
  for each statement execute function announce_rows('company_id, spid', $$'company:' || company_id$$);
create trigger companies_announce_update after update on companies referencing old table as old_rows new table as new_rows
  for each statement execute function announce_rows('id, name, active', $$'company:' || id$$);
create trigger companies_announce_delete after delete on companies referencing old table as old_rows
  for each statement execute function announce_rows('id, name, active', $$'company:' || id$$);
create trigger tokens_announce_update after update on tokens referencing old table as old_rows new table as new_rows
  for each statement execute function announce_rows('id, session_id, revoked_at', $$'session:' || session_id$$);
create trigger tokens_announce_delete after delete on tokens referencing old table as old_rows
  for each statement execute function announce_rows('id, session_id, revoked_at', $$'session:' || session_id$$);
create trigger api_tokens_announce_update after update on api_tokens referencing old table as old_rows new table as new_rows
  for each statement execute function announce_rows('id, user_id, revoked_at, expires_at', $$'user:' || user_id$$);
create trigger api_tokens_announce_delete after delete on api_tokens referencing old table as old_rows
  for each statement execute function announce_rows('id, user_id, revoked_at, expires_at', $$'user:' || user_id$$);
