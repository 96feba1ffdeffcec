-- Assignments of profiles may begin and end at a time (issue 38).
alter table user_profiles
  add column begin_at timestamptz,
  add column end_at timestamptz,
  add column reason text constraint user_profiles_reason_length check (char_length(reason) between 1 and 200),
  add constraint user_profiles_in_order check (begin_at <= end_at),
  add constraint user_profiles_administrator_always check (profile_id <> 1 or (begin_at is null and end_at is null));
create index user_profiles_end_idx on user_profiles (end_at) where end_at is not null;
comment on column user_profiles.begin_at is 'First instant at which it grants access; null if it grants access from its creation. It occupies a seat from its creation.';
comment on column user_profiles.end_at is 'Last instant at which it grants access and occupies a seat; null if it does not end. The row stays until it is removed.';
comment on column user_profiles.reason is 'Why it was given, as the user who gave it wrote it.';
comment on constraint user_profiles_administrator_always on user_profiles is 'Otherwise the last administrator could disappear without a write.';

create or replace view seat_holders as
  select distinct up.company_id, p.module_id, up.user_id
  from user_profiles up
  join users u on u.id = up.user_id and u.active
  join profiles p on p.id = up.profile_id and p.active
  where up.end_at is null or up.end_at > now();
comment on view seat_holders is 'Users who occupy a seat: active, with at least one active profile of the module in the company that has not ended. One row per user, company and module. A profile that has not begun occupies a seat.';

create function retake_seat() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  of_module integer;
begin
  select p.module_id into of_module from profiles p where p.id = new.profile_id and p.active for key share;
  if of_module is null or exists (select from users where id = new.user_id and not active) then
    return new;
  end if;
  perform take_seat_turns(array[new.company_id], array[of_module]);
  -- After the lock, by the time of now: the end may have passed, and others may have taken the seat, while this waited.
  if old.end_at > clock_timestamp() then
    return new;
  end if;
  perform require_seats(new.company_id, of_module, case when exists (
    select from seat_holders h where h.user_id = new.user_id and h.company_id = new.company_id and h.module_id = of_module
  ) then 0 else 1 end);
  return new;
end $$;
comment on function retake_seat() is 'Trigger: an assignment that has ended occupies a seat again, or is refused, when its end becomes later.';
create trigger user_profiles_retake_seat before update of end_at on user_profiles for each row
  when (old.end_at is not null and (new.end_at is null or new.end_at > old.end_at)) execute function retake_seat();

drop trigger user_profiles_announce_insert on user_profiles;
drop trigger user_profiles_announce_update on user_profiles;
drop trigger user_profiles_announce_delete on user_profiles;
create trigger user_profiles_announce_insert after insert on user_profiles referencing new table as new_rows
  for each statement execute function announce_rows('user_id, profile_id, company_id, spid, begin_at, end_at', $$'user:' || user_id$$);
create trigger user_profiles_announce_update after update on user_profiles referencing old table as old_rows new table as new_rows
  for each statement execute function announce_rows('user_id, profile_id, company_id, spid, begin_at, end_at', $$'user:' || user_id$$);
create trigger user_profiles_announce_delete after delete on user_profiles referencing old table as old_rows
  for each statement execute function announce_rows('user_id, profile_id, company_id, spid, begin_at, end_at', $$'user:' || user_id$$);

-- The columns of the conditions get names that fit assignments too.
drop function access_links(timestamptz);
create function access_links(at timestamptz) returns table (
  user_id integer, company_id integer, module_id integer, place_spid text,
  profile_id integer, spid text, delegation_id integer, begin_at timestamptz, end_at timestamptz,
  user_active boolean, user_unblocked boolean, company_active boolean, service_active boolean, module_active boolean,
  entitled boolean, profile_active boolean, spid_fits boolean, begun boolean, not_ended boolean,
  opens boolean
) language sql stable
begin atomic
  select l.*, l.user_active and l.user_unblocked and l.company_active and l.service_active and l.module_active
    and l.entitled and l.profile_active and l.spid_fits and l.begun and l.not_ended
  from (
    select h.user_id, h.company_id, p.module_id, place.spid as place_spid,
      h.profile_id, h.spid, h.delegation_id, h.begin_at, h.end_at,
      u.user_active, u.user_unblocked, c.company_active, c.service_active, c.module_active, c.entitled,
      p.active as profile_active,
      h.spid is null or place.spid is null or h.spid = place.spid as spid_fits,
      h.begin_at is null or h.begin_at <= at as begun,
      h.closed_at is null and (h.end_at is null or h.end_at > at) and h.lender_holds as not_ended
    from (
      select up.user_id, up.company_id, up.profile_id, up.spid, null::integer as delegation_id,
        up.begin_at, up.end_at, null::timestamptz as closed_at, true as lender_holds
      from user_profiles up
      union all
      select d.user_id, d.company_id, dp.profile_id, null::text as spid, d.id, d.begin_at, d.end_at, d.closed_at,
        exists (select from user_profiles l
          where l.user_id = d.delegated_by and l.profile_id = dp.profile_id and l.company_id = d.company_id
            and (l.begin_at is null or l.begin_at <= at) and (l.end_at is null or l.end_at > at))
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
comment on function access_links(timestamptz) is 'Returns one row per profile held (by assignment or delegation) and place: its module in the company, without a SPID and for each SPID. `opens` is the access decision (rulings §6); the columns before it are its conditions, so that the decision and its explanation cannot differ. `not_ended` of a delegation also requires that its lender holds the profile in the company at that time. Filter by user or profile: the conditions are pushed down to indexes.';

create or replace function revoke_api_tokens_of_raised() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  people integer[];
  places integer[];
  made_by_others integer[];
begin
  if tg_table_name = 'delegations' then
    select array_agg(n.user_id), array_agg(n.company_id) into people, places from new_rows n;
  elsif tg_op = 'UPDATE' then
    select array_agg(n.user_id), array_agg(n.company_id) into people, places
    from new_rows n join old_rows o on o.id = n.id and o.end_at <= now() and (n.end_at is null or n.end_at > now())
    join profiles p on p.id = n.profile_id where p.id between 1 and 4 or p.master_profile;
  else
    select array_agg(n.user_id), array_agg(n.company_id) into people, places
    from new_rows n join profiles p on p.id = n.profile_id where p.id between 1 and 4 or p.master_profile;
  end if;
  if people is null then
    return null;
  end if;
  select array_agg(t.id) into made_by_others from api_tokens t
  where (t.user_id, t.company_id) in (select * from unnest(people, places)) and t.closed_at is null and t.created_by <> t.user_id
    and not exists (select from access_links(now()) l where l.user_id = t.created_by and l.profile_id = 1 and l.opens);
  if made_by_others is null then
    return null;
  end if;
  perform from api_tokens where id = any (made_by_others) order by user_id, company_id for no key update;
  update api_tokens set closed_at = now(), revoked_at = case when expires_at <= now() then null else now() end,
    new_role = coalesce(expires_at > now(), true)
  where id = any (made_by_others) and closed_at is null;
  return null;
end $$;
comment on function revoke_api_tokens_of_raised() is 'Statement trigger: when a user receives an administrator profile (1 to 4), a master profile or a delegation, tokens that others created for them in that company are revoked permanently, because they would give their creators the new rights. Tokens created by a holder of profile 1 stay, since that holder may grant the role anyway. An assignment that is prolonged after its end counts like a new one.';
create trigger user_profiles_revoke_api_tokens_again after update on user_profiles referencing old table as old_rows new table as new_rows
  for each statement execute function revoke_api_tokens_of_raised();
create or replace function end_delegations_of_taken() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  lent integer[];
begin
  select array_agg(d.id) into lent from old_rows o
  join delegations d on d.delegated_by = o.user_id and d.company_id = o.company_id and d.closed_at is null
    and (d.end_at is null or d.end_at > now())
  join delegation_profiles dp on dp.delegation_id = d.id and dp.profile_id = o.profile_id;
  if lent is null then
    return null;
  end if;
  update delegations d set closed_at = now() where d.id = any (lent) and not exists (
    select from delegation_profiles dp
    join user_profiles up on up.profile_id = dp.profile_id and up.user_id = d.delegated_by and up.company_id = d.company_id
    where dp.delegation_id = d.id and (up.end_at is null or up.end_at > now()));
  delete from delegation_profiles dp using delegations d
  where d.id = any (lent) and d.closed_at is null and dp.delegation_id = d.id and not exists (
    select from user_profiles up
    where up.profile_id = dp.profile_id and up.user_id = d.delegated_by and up.company_id = d.company_id
      and (up.end_at is null or up.end_at > now()));
  return null;
end $$;
