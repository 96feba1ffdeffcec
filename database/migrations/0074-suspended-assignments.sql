-- An access review suspends assignments that nobody confirmed (issue 38 §6).
alter table user_profiles
  add column suspended_at timestamptz,
  add column end_before_suspension timestamptz,
  add constraint user_profiles_suspended_ends check (suspended_at is null or end_at is not null);
comment on column user_profiles.suspended_at is 'When an access review suspended it: it grants no access, and occupies its seat until end_at. Null if it is not suspended.';
comment on column user_profiles.end_before_suspension is 'The end that it gets again when it is restored; null if it had none.';
comment on constraint user_profiles_suspended_ends on user_profiles is 'A suspended assignment ends. The administrator profile has no end and so is never suspended.';

drop trigger user_profiles_announce_insert on user_profiles;
drop trigger user_profiles_announce_update on user_profiles;
drop trigger user_profiles_announce_delete on user_profiles;
create trigger user_profiles_announce_insert after insert on user_profiles referencing new table as new_rows
  for each statement execute function announce_rows('user_id, profile_id, company_id, spid, begin_at, end_at, suspended_at', $$'user:' || user_id$$);
create trigger user_profiles_announce_update after update on user_profiles referencing old table as old_rows new table as new_rows
  for each statement execute function announce_rows('user_id, profile_id, company_id, spid, begin_at, end_at, suspended_at', $$'user:' || user_id$$);
create trigger user_profiles_announce_delete after delete on user_profiles referencing old table as old_rows
  for each statement execute function announce_rows('user_id, profile_id, company_id, spid, begin_at, end_at, suspended_at', $$'user:' || user_id$$);

drop function access_links(timestamptz);
create function access_links(at timestamptz) returns table (
  user_id integer, company_id integer, module_id integer, place_spid text,
  profile_id integer, spid text, delegation_id integer, begin_at timestamptz, end_at timestamptz,
  user_active boolean, user_unblocked boolean, company_active boolean, service_active boolean, module_active boolean,
  entitled boolean, profile_active boolean, spid_fits boolean, begun boolean, not_ended boolean, not_suspended boolean,
  opens boolean
) language sql stable
begin atomic
  select l.*, l.user_active and l.user_unblocked and l.company_active and l.service_active and l.module_active
    and l.entitled and l.profile_active and l.spid_fits and l.begun and l.not_ended and l.not_suspended
  from (
    select h.user_id, h.company_id, p.module_id, place.spid as place_spid,
      h.profile_id, h.spid, h.delegation_id, h.begin_at, h.end_at,
      u.user_active, u.user_unblocked, c.company_active, c.service_active, c.module_active, c.entitled,
      p.active as profile_active,
      h.spid is null or place.spid is null or h.spid = place.spid as spid_fits,
      h.begin_at is null or h.begin_at <= at as begun,
      h.closed_at is null and (h.end_at is null or h.end_at > at) and h.lender_holds as not_ended,
      h.suspended_at is null as not_suspended
    from (
      select up.user_id, up.company_id, up.profile_id, up.spid, null::integer as delegation_id,
        up.begin_at, up.end_at, null::timestamptz as closed_at, true as lender_holds, up.suspended_at
      from user_profiles up
      union all
      select d.user_id, d.company_id, dp.profile_id, null::text as spid, d.id, d.begin_at, d.end_at, d.closed_at,
        exists (select from user_profiles l
          where l.user_id = d.delegated_by and l.profile_id = dp.profile_id and l.company_id = d.company_id
            and (l.begin_at is null or l.begin_at <= at) and (l.end_at is null or l.end_at > at)
            and l.suspended_at is null),
        null::timestamptz
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
comment on function access_links(timestamptz) is 'Returns one row per profile held (by assignment or delegation) and place: its module in the company, without a SPID and for each SPID. `opens` is the access decision (rulings §6); the columns before it are its conditions, so that the decision and its explanation cannot differ. `not_ended` of a delegation also requires that its lender holds the profile in the company at that time, not suspended. Filter by user or profile: the conditions are pushed down to indexes.';
