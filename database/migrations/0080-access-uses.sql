-- Last use of assignments (issue 38 §5, decision 103).
create table access_uses (
  user_profile_id integer constraint access_uses_pkey primary key
    constraint access_uses_user_profile_fkey references user_profiles (id) on delete cascade,
  last_used_at timestamptz,
  unused_since date not null
) with (fillfactor = 70);
create index access_uses_unused_idx on access_uses (unused_since);

create function begin_access_uses() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into access_uses (user_profile_id, unused_since)
  select id, (created_at at time zone 'America/Sao_Paulo')::date from new_rows;
  return null;
end $$;
comment on function begin_access_uses() is 'Statement trigger of user_profiles: every assignment has its row from its creation, so that one index finds used and never used ones.';
create trigger user_profiles_begin_uses after insert on user_profiles referencing new table as new_rows
  for each statement execute function begin_access_uses();
comment on table access_uses is 'Last use of each assignment: an exchange of a code, or a call with a token or API token, that it opened (decision 103). Written behind, at most 60 s late.';
comment on column access_uses.last_used_at is 'Null if it was never used.';
comment on column access_uses.unused_since is 'Day of the last use in São Paulo, or of the creation. It changes once a day, so that most updates leave the index alone.';

-- A module visit is an exchange of a code, so it tells the last use of the assignments of the module there, to half a day: the lifetime of a
-- token. It does not name the SPID, so assignments for several SPIDs all count as used.
insert into access_uses (user_profile_id, last_used_at, unused_since)
select up.id, v.last_used_at, (coalesce(v.last_used_at, up.created_at) at time zone 'America/Sao_Paulo')::date
from user_profiles up
join profiles p on p.id = up.profile_id
left join module_visits v on v.user_id = up.user_id and v.company_id = up.company_id and v.module_id = p.module_id
  and v.last_used_at >= greatest(up.created_at, up.begin_at) and (up.end_at is null or v.last_used_at <= up.end_at);

-- With the id of the assignment, to credit its use.
drop function access_links(timestamptz);
create function access_links(at timestamptz) returns table (
  user_id integer, company_id integer, module_id integer, place_spid text,
  profile_id integer, spid text, user_profile_id integer, delegation_id integer, begin_at timestamptz, end_at timestamptz,
  user_active boolean, user_unblocked boolean, company_active boolean, service_active boolean, module_active boolean,
  entitled boolean, profile_active boolean, spid_fits boolean, begun boolean, not_ended boolean, not_suspended boolean,
  opens boolean
) language sql stable
begin atomic
  select l.*, l.user_active and l.user_unblocked and l.company_active and l.service_active and l.module_active
    and l.entitled and l.profile_active and l.spid_fits and l.begun and l.not_ended and l.not_suspended
  from (
    select h.user_id, h.company_id, p.module_id, place.spid as place_spid,
      h.profile_id, h.spid, h.user_profile_id, h.delegation_id, h.begin_at, h.end_at,
      u.user_active, u.user_unblocked, c.company_active, c.service_active, c.module_active, c.entitled,
      p.active as profile_active,
      h.spid is null or place.spid is null or h.spid = place.spid as spid_fits,
      h.begin_at is null or h.begin_at <= at as begun,
      h.closed_at is null and (h.end_at is null or h.end_at > at) and h.lender_holds as not_ended,
      h.suspended_at is null as not_suspended
    from (
      select up.user_id, up.company_id, up.profile_id, up.spid, up.id as user_profile_id, null::integer as delegation_id,
        up.begin_at, up.end_at, null::timestamptz as closed_at, true as lender_holds, up.suspended_at
      from user_profiles up
      union all
      select d.user_id, d.company_id, dp.profile_id, null::text as spid, null::integer, d.id, d.begin_at, d.end_at, d.closed_at,
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
