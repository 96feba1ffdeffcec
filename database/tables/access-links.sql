-- needs: user-profiles, delegation-profiles, profile-functions, profile-actions, spids
create view people_links as
  select u.id as user_id, u.active as user_active, not u.suspended as user_unblocked from users u;
comment on view people_links is 'Conditions of a user for any access.';

create view place_links as
  select c.id as company_id, m.id as module_id, c.active as company_active, s.active as service_active,
    m.active as module_active, seat_limit(c.id, m.id) > 0 as entitled
  from companies c cross join modules m join services s on s.id = m.service_id;
comment on view place_links is 'Conditions of a company and a module for any access there.';

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

create view function_links as
  select pf.profile_id, f.id as function_id, f.module_id, f.active as function_active
  from profile_functions pf join functions f on f.id = pf.function_id
  union all
  select p.id, f.id, f.module_id, f.active
  from profiles p cross join functions f where f.module_id = 34;
comment on view function_links is 'Functions that a profile grants: those assigned to it, and every function of the common module (34), which any user of a module may use.';

create view action_links as
  select pa.profile_id, pa.function_id, a.id as action_id,
    a.active and a.path is not null and case pa.profile_id
      when 4 then false
      when 3 then f.url = '/user-edit' and a.path in ('reset-password', 'unlock')
      else true end as action_active
  from profile_actions pa join actions a on a.id = pa.action_id join functions f on f.id = pa.function_id;
comment on view action_links is 'Actions that a profile grants. An action without a path grants nothing. Profiles 3 (Suporte) and 4 (Auditoria) have no write actions, except that 3 resets passwords, resends invitations and lifts locks (contract/reader-profiles.ts; decision 53).';
