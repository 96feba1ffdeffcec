-- access_links checks that the lender of a delegation still holds the profile in that company. The trigger that ends such
-- delegations stays: an ended delegation never becomes active again.
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
      p.status = 1 as profile_active,
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
