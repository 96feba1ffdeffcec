-- users, profiles, modules and functions get `active boolean` like all other tables, in place of `status` 1 or 0. Requests,
-- responses and audit events keep `status` (server/database/record-status.ts).
alter table users add column active boolean not null default true;
alter table profiles add column active boolean not null default true;
alter table modules add column active boolean not null default true;
alter table functions add column active boolean not null default true;
-- The rows do not change otherwise, so no trigger counts a version or invalidates a cache.
do $$
declare
  each text;
begin
  foreach each in array '{users,profiles,modules,functions}'::text[] loop
    execute format('alter table %I disable trigger user', each);
    execute format('update %I set active = false where status = 0', each);
    execute format('alter table %I enable trigger user', each);
  end loop;
end $$;

-- Views and functions.
create or replace view people_links as
  select u.id as user_id, u.active as user_active, not u.suspended as user_unblocked from users u;
create or replace view place_links as
  select c.id as company_id, m.id as module_id, c.active as company_active, s.active as service_active,
    m.active as module_active, seat_limit(c.id, m.id) > 0 as entitled
  from companies c cross join modules m join services s on s.id = m.service_id;
create or replace function access_links(at timestamptz) returns table (
  user_id integer, company_id integer, module_id integer, place_spid text,
  profile_id integer, spid text, delegation_id integer, begin_at timestamptz, end_at timestamptz,
  user_active boolean, user_unblocked boolean, company_active boolean, service_active boolean, module_active boolean,
  entitled boolean, profile_active boolean, spid_fits boolean, delegation_begun boolean, delegation_open boolean,
  opens boolean
) language sql stable
begin atomic
  select l.*, l.user_active and l.user_unblocked and l.company_active and l.service_active and l.module_active
    and l.entitled and l.profile_active and l.spid_fits and l.delegation_begun and l.delegation_open
  from (
    select h.user_id, h.company_id, p.module_id, place.spid as place_spid,
      h.profile_id, h.spid, h.delegation_id, h.begin_at, h.end_at,
      u.user_active, u.user_unblocked, c.company_active, c.service_active, c.module_active, c.entitled,
      p.active as profile_active,
      h.spid is null or place.spid is null or h.spid = place.spid as spid_fits,
      h.begin_at is null or h.begin_at <= at as delegation_begun,
      h.closed_at is null and (h.end_at is null or h.end_at > at) and h.lender_holds as delegation_open
    from (
      select up.user_id, up.company_id, up.profile_id, up.spid, null::integer as delegation_id,
        null::timestamptz as begin_at, null::timestamptz as end_at, null::timestamptz as closed_at, true as lender_holds
      from user_profiles up
      union all
      select d.user_id, d.company_id, dp.profile_id, null::text as spid, d.id, d.begin_at, d.end_at, d.closed_at,
        exists (select from user_profiles l
          where l.user_id = d.delegated_by and l.profile_id = dp.profile_id and l.company_id = d.company_id)
      from delegations d join delegation_profiles dp on dp.delegation_id = d.id
    ) h
    join people_links u on u.user_id = h.user_id
    join profiles p on p.id = h.profile_id
    join place_links c on c.company_id = h.company_id and c.module_id = p.module_id
    cross join lateral (
      select null::text as spid union all select sp.spid from spids sp where sp.company_id = h.company_id
    ) place
  ) l;
end;
create or replace view function_links as
  select pf.profile_id, f.id as function_id, f.module_id, f.active as function_active
  from profile_functions pf join functions f on f.id = pf.function_id
  union all
  select p.id, f.id, f.module_id, f.active
  from profiles p cross join functions f where f.module_id = 34;
create or replace view seat_holders as
  select distinct up.company_id, p.module_id, up.user_id
  from user_profiles up
  join users u on u.id = up.user_id and u.active
  join profiles p on p.id = up.profile_id and p.active;
create or replace function take_seat() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  profile record;
begin
  select module_id, active into profile from profiles where id = new.profile_id for key share;
  -- Wait for a concurrent activation of the profile or the user; otherwise neither transaction sees the other.
  if not profile.active then
    select module_id, active into profile from profiles where id = new.profile_id for share;
  end if;
  if not profile.active
    or exists (select from users where id = new.user_id and not active)
    and not (select active from users where id = new.user_id for share)
  then
    return new;
  end if;
  perform take_seat_turns(array[new.company_id], array[profile.module_id]);
  if not exists (
    select from seat_holders
    where user_id = new.user_id and company_id = new.company_id and module_id = profile.module_id
  ) then
    perform require_seats(new.company_id, profile.module_id, 1);
  end if;
  return new;
end $$;
create or replace function retake_seats() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  place record;
begin
  -- Wait for a concurrent activation of a profile.
  perform from profiles where not active and id in (select profile_id from user_profiles where user_id = new.id) order by id for share;
  for place in
    select company_id, module_id from seat_holders where user_id = new.id order by seat_turn(company_id, module_id), 1, 2
  loop
    perform require_seats(place.company_id, place.module_id, 0);
  end loop;
  return null;
end $$;
create or replace function retake_seats_of_profile() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  place record;
begin
  for place in
    select distinct seat_turn(up.company_id, new.module_id), up.company_id
    from user_profiles up join users u on u.id = up.user_id and u.active
    where up.profile_id = new.id and not exists (
      select from user_profiles other join profiles p on p.id = other.profile_id and p.active
      where other.user_id = up.user_id and other.company_id = up.company_id and p.module_id = new.module_id and p.id <> new.id
    )
    order by 1, 2
  loop
    perform require_seats(place.company_id, new.module_id, 0);
  end loop;
  return null;
end $$;
create or replace function note_deletion() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.deleted_at := case when not new.active then coalesce(new.deleted_at, now()) end;
  return new;
end $$;
create or replace function announce_users() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform announce(array(select 'user:' || n.id from new_rows n join old_rows o using (id)
    where (n.active, n.suspended, n.name, n.email, n.company_id, n.federated)
      is distinct from (o.active, o.suspended, o.name, o.email, o.company_id, o.federated)));
  return null;
end $$;
create or replace function end_sessions_of_user() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update sessions set ended_at = now(), end_reason = case when new.active then 'blocked' else 'deleted' end
  where user_id = new.id and ended_at is null;
  return null;
end $$;

-- Triggers.
create or replace trigger users_touch before update of name, email, phone_number, code, active, suspended, company_id, federated on users
  for each row execute function touch();
create or replace trigger users_note_deletion before insert or update of active on users for each row execute function note_deletion();
create or replace trigger users_end_sessions after update of active, suspended on users
  for each row when ((old.active and not new.active) or (new.suspended and not old.suspended)) execute function end_sessions_of_user();
create or replace trigger users_revoke_api_tokens after update of active, suspended on users for each row
  when ((old.active and not new.active) or (not old.suspended and new.suspended)) execute function revoke_api_tokens();
create or replace trigger users_close_doors after update of active, suspended, email, federated on users for each row
  when (old.active <> new.active or old.suspended <> new.suspended or old.email <> new.email or old.federated <> new.federated)
  execute function close_account_doors();
create or replace trigger users_retake_seats after update of active on users
  for each row when (not old.active and new.active) execute function retake_seats();
create or replace trigger profiles_retake_seats after update of active on profiles
  for each row when (not old.active and new.active) execute function retake_seats_of_profile();
create or replace trigger profiles_announce_update after update on profiles referencing old table as old_rows new table as new_rows
  for each statement execute function announce_rows('id, module_id, name, active, master_profile', $$'profile:' || id$$);
create or replace trigger profiles_announce_delete after delete on profiles referencing old table as old_rows
  for each statement execute function announce_rows('id, module_id, name, active, master_profile', $$'profile:' || id$$);
create or replace trigger modules_announce_update after update on modules referencing old table as old_rows new table as new_rows
  for each statement execute function announce_rows('id, service_id, active', $$'module:' || id$$);
create or replace trigger modules_announce_delete after delete on modules referencing old table as old_rows
  for each statement execute function announce_rows('id, service_id, active', $$'module:' || id$$);
create or replace trigger functions_announce_update after update on functions referencing old table as old_rows new table as new_rows
  for each statement execute function announce_rows('id, module_id, name, url, code, environment, method, active', $$'function:' || id$$);
create or replace trigger functions_announce_delete after delete on functions referencing old table as old_rows
  for each statement execute function announce_rows('id, module_id, name, url, code, environment, method, active', $$'function:' || id$$);

-- Generated columns are created again. Dropping a column drops its indexes and constraints.
alter table users drop column display_status, drop constraint users_erased_stays_deleted;
alter table profiles drop column search_line;
alter table modules drop column search_line;
alter table functions drop column search_line, drop column search_doubled;
drop index users_deleted_idx;
drop index profiles_name_key;
alter table users drop column status;
alter table profiles drop column status;
alter table modules drop column status;
alter table functions drop column status;
alter table users add constraint users_erased_stays_deleted check (erased_at is null or not active);
alter table users add column display_status smallint not null generated always as (case when not active then 1 when suspended then 3 else 2 end) stored;
alter table profiles add column search_line text generated always as (search_fold(name) || chr(10) || search_instant(created_at) || chr(10) || search_instant(updated_at) || chr(10) || case when active then 'ativo' else 'excluido' end) stored;
alter table modules add column search_line text generated always as (search_line(name, created_at, updated_at, active)) stored;
alter table functions add column search_line text generated always as (search_line(name || chr(10) || url || chr(10) || coalesce(code, ''), created_at, updated_at, active)) stored,
  add column search_doubled text generated always as (search_doubled(search_line(name || chr(10) || url || chr(10) || coalesce(code, ''), created_at, updated_at, active))) stored;

create index users_line_idx on users (search_line collate natural_order, id) include (display_status);
create index users_email_idx on users (email, id) include (search_line, display_status);
create index users_created_idx on users (created_at, id) include (search_line, display_status);
create index users_updated_idx on users (updated_at, id) include (search_line, display_status);
create index users_last_access_idx on users (last_access_at nulls first, id) include (search_line, display_status);
create index users_display_status_idx on users (display_status, id) include (search_line);
create index users_deleted_idx on users (deleted_at, id) where not active and erased_at is null;
comment on index users_email_idx is 'Like every index of a sort column of users, it includes the searched columns, so that a page is read by an index-only scan.';
comment on index users_deleted_idx is 'Deleted users whose personal data is not erased yet.';
comment on column users.active is 'False: deleted. A blocked user is suspended, not inactive.';
comment on column users.display_status is 'Status shown and filtered in lists: 1 Excluído, 2 Ativo, 3 Bloqueado. A deleted and suspended user is Excluído.';
create unique index profiles_name_key on profiles (module_id, company_id, lower(name)) nulls not distinct where active;
create index profiles_active_idx on profiles (active, id);
comment on column profiles.active is 'False: deleted.';
comment on column profiles.search_line is 'Searchable text of the list; a deleted profile has the status Excluído.';
comment on column modules.active is 'An inactive module is not offered for selection.';
create index functions_active_idx on functions (active, id);
create index functions_search_idx on functions using gin (search_doubled gin_trgm_ops) with (fastupdate = off);
comment on column functions.search_doubled is 'search_line with every character doubled. Its index finds words of two characters or more.';
