-- needs: separation-rules, separation-exceptions, user-profiles, delegation-profiles, profile-functions, user-companies
create view separation_sides as
  select r.id as rule_id, side.number as side, side.profile_id
  from separation_rules r cross join lateral (values (1, r.first_profile_id), (2, r.second_profile_id)) as side(number, profile_id)
  where r.active and side.profile_id is not null
  union all
  select r.id, side.number, pf.profile_id
  from separation_rules r
  cross join lateral (values (1, r.first_function_id), (2, r.second_function_id)) as side(number, function_id)
  join profile_functions pf on pf.function_id = side.function_id and pf.profile_id <> 1
  where r.active;
comment on view separation_sides is 'Profiles on each side of an active rule. A rule on functions has on each side the profiles with the function, except that of administrators, which has every function of this console.';

create view separation_holdings as
  select up.user_id, up.company_id, up.profile_id,
    coalesce(case when up.suspended_at is null then up.end_at else up.end_before_suspension end, 'infinity') as end_at
  from user_profiles up where up.end_at is null or up.end_at > now()
  union all
  select d.user_id, d.company_id, dp.profile_id, coalesce(d.end_at, 'infinity')
  from delegations d join delegation_profiles dp on dp.delegation_id = d.id
  where d.closed_at is null and (d.end_at is null or d.end_at > now());
comment on view separation_holdings is 'Profiles that count for rules: every assignment and open delegation that has not ended, also if it has not begun. A suspended assignment counts with the end that it gets again. Deleted profiles and blocked or deleted people count, because both can come back without a grant.';

create view separation_conflicts as
  select s.rule_id, h.user_id, h.company_id,
    array_agg(distinct h.profile_id) filter (where s.side = 1) as first_profiles,
    array_agg(distinct h.profile_id) filter (where s.side = 2) as second_profiles,
    least(max(h.end_at) filter (where s.side = 1), max(h.end_at) filter (where s.side = 2)) as until
  from separation_sides s join separation_holdings h on h.profile_id = s.profile_id
  group by s.rule_id, h.user_id, h.company_id
  having count(distinct s.side) = 2;
comment on view separation_conflicts is 'People who have both sides of an active rule in one company, and until when. Filter by rule, or by user and company: the conditions are pushed down to indexes.';

create function separation_conflicts_of(of_user integer, of_company integer) returns setof separation_conflicts language sql stable
begin atomic
  select * from separation_conflicts where user_id = of_user and company_id = of_company;
end;
comment on function separation_conflicts_of(integer, integer) is 'The conflicts of one person in one company.';

create function is_excepted(of_rule integer, of_user integer, of_company integer, until timestamptz) returns boolean language sql stable
begin atomic
  select exists (select from separation_exceptions e
    where e.user_id = of_user and e.company_id = of_company and e.rule_id = of_rule
      and e.approved_at is not null and e.closed_at is null and e.end_at > now() and e.end_at >= until);
end;
comment on function is_excepted(integer, integer, integer, timestamptz) is 'Whether an approved exception that has not ended lasts as long as the conflict.';

create function refuse_conflicting_duties(users integer[], companies integer[], profiles integer[]) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from separation_rules where active) then
    return;
  end if;
  -- First the rows of people, then the lock of functions: the services of the server use the same order.
  perform from user_companies uc where (uc.user_id, uc.company_id) in (select * from unnest(users, companies))
    order by uc.user_id, uc.company_id for no key update;
  if exists (select from separation_rules where active and first_function_id is not null) then
    perform pg_advisory_xact_lock_shared(7260102);
  end if;
  -- This statement sees what was committed before the locks were taken.
  if exists (
    select from (
      select w.user_id, w.company_id, array_agg(w.profile_id) as given
      from unnest(users, companies, profiles) as w(user_id, company_id, profile_id)
      where exists (select from separation_sides s where s.profile_id = w.profile_id)
      group by w.user_id, w.company_id
    ) as written
    cross join lateral separation_conflicts_of(written.user_id, written.company_id) c
    where written.given && (c.first_profiles || c.second_profiles)
      and not is_excepted(c.rule_id, c.user_id, c.company_id, c.until)
  ) then
    raise exception 'A rule forbids these profiles together'
      using errcode = 'check_violation', constraint = 'separation_of_duties', table = 'user_profiles';
  end if;
end $$;
comment on function refuse_conflicting_duties(integer[], integer[], integer[]) is 'Raises an error if a person has both sides of a rule by one of these profiles, without an exception. Serialises grants to the same person and company, and waits for changes of functions in rules, until the transaction ends.';

create function refuse_duties_of_assignments() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform refuse_conflicting_duties(array_agg(n.user_id), array_agg(n.company_id), array_agg(n.profile_id)) from new_rows n;
  return null;
end $$;
comment on function refuse_duties_of_assignments() is 'Statement trigger of user_profiles.';
create trigger user_profiles_separate_duties after insert on user_profiles referencing new table as new_rows
  for each statement execute function refuse_duties_of_assignments();

create function refuse_duties_of_periods() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform refuse_conflicting_duties(array_agg(n.user_id), array_agg(n.company_id), array_agg(n.profile_id))
  from new_rows n left join old_rows o on o.id = n.id and o.user_id = n.user_id and o.company_id = n.company_id and o.profile_id = n.profile_id
  where o.id is null or coalesce(n.end_at, 'infinity')
    > coalesce(case when o.suspended_at is null then o.end_at else o.end_before_suspension end, 'infinity')
  having count(*) > 0;
  return null;
end $$;
comment on function refuse_duties_of_periods() is 'Statement trigger of user_profiles: an assignment that lasts longer than before is checked like a new one. Restoring a suspended one is not.';
create trigger user_profiles_separate_duties_again after update on user_profiles referencing old table as old_rows new table as new_rows
  for each statement execute function refuse_duties_of_periods();

create function refuse_duties_of_delegations() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform refuse_conflicting_duties(array_agg(d.user_id), array_agg(d.company_id), array_agg(n.profile_id))
  from new_rows n join delegations d on d.id = n.delegation_id
  where d.closed_at is null and (d.end_at is null or d.end_at > now())
  having count(*) > 0;
  return null;
end $$;
comment on function refuse_duties_of_delegations() is 'Statement trigger of delegation_profiles.';
create trigger delegation_profiles_separate_duties after insert on delegation_profiles referencing new table as new_rows
  for each statement execute function refuse_duties_of_delegations();

create function refuse_duties_of_longer_delegations() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform refuse_conflicting_duties(array_agg(n.user_id), array_agg(n.company_id), array_agg(dp.profile_id))
  from new_rows n join old_rows o on o.id = n.id join delegation_profiles dp on dp.delegation_id = n.id
  where n.closed_at is null and (o.closed_at is not null or (o.user_id, o.company_id) is distinct from (n.user_id, n.company_id)
    or coalesce(n.end_at, 'infinity') > coalesce(o.end_at, 'infinity'))
  having count(*) > 0;
  return null;
end $$;
comment on function refuse_duties_of_longer_delegations() is 'Statement trigger of delegations: one that lasts longer or opens again is checked like a new one.';
create trigger delegations_separate_duties after update on delegations referencing old table as old_rows new table as new_rows
  for each statement execute function refuse_duties_of_longer_delegations();

create function refuse_duties_of_functions() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  rule integer;
begin
  if not exists (select from new_rows n join separation_rules r on r.active and n.function_id in (r.first_function_id, r.second_function_id)) then
    return null;
  end if;
  -- Wait for concurrent grants, which hold this lock shared: otherwise neither transaction sees the other.
  perform pg_advisory_xact_lock(7260102);
  for rule in
    select distinct r.id from new_rows n join separation_rules r on r.active and n.function_id in (r.first_function_id, r.second_function_id)
  loop
    if exists (
      select from separation_conflicts c
      where c.rule_id = rule and not is_excepted(c.rule_id, c.user_id, c.company_id, c.until)
        and exists (select from new_rows n where n.profile_id = any (c.first_profiles || c.second_profiles))
    ) then
      raise exception 'A rule forbids these functions together'
        using errcode = 'check_violation', constraint = 'separation_of_duties', table = 'profile_functions';
    end if;
  end loop;
  return null;
end $$;
comment on function refuse_duties_of_functions() is 'Statement trigger of profile_functions: a function is not added to a profile if a person would then have both functions of a rule in one company.';
create trigger profile_functions_separate_duties after insert on profile_functions referencing new table as new_rows
  for each statement execute function refuse_duties_of_functions();
