-- Plans are listed and searched, in UTC (docs/decisions/0026-plans-and-seats.md).
create function search_instant_utc(at timestamptz) returns text language sql immutable strict parallel safe as $$
  select to_char(at at time zone 'UTC', 'DD/MM/YYYY HH24:MI:SS')
$$;
comment on function search_instant_utc(timestamptz) is 'An instant as lists of plans show it: in UTC (console.md §9).';

alter table plans add column search_line text generated always as (search_fold(name) || chr(10) || search_instant_utc(created_at) || chr(10) || case when active then 'ativo' else 'inativo' end) stored;
comment on column plans.search_line is 'Everything the list of plans searches in one row of it; dates in UTC.';
create index plans_created_idx on plans (created_at, id);

alter table plan_modules add column search_line text generated always as (search_instant_utc(created_at)) stored;
comment on column plan_modules.search_line is 'What is searched of the link itself, its creation in UTC; beside it the name of its module is.';

alter table loose_plans add column search_line text generated always as (search_instant_utc(updated_at) || chr(10) || seat_limit::text || chr(10) || case when active then 'ativo' else 'inativo' end) stored;
comment on column loose_plans.search_line is 'What is searched of the loose plan itself, dates in UTC; beside it the names of company, service and module are.';
create index loose_plans_updated_idx on loose_plans (updated_at, id);

-- Seats are told with what gives them, and counted in one place.
create or replace view seat_grants as
  select pc.company_id, pm.module_id, pm.seat_limit as seats, p.id as plan_id, null::integer as loose_plan_id
  from plan_companies pc
  join plans p on p.id = pc.plan_id and p.active
  join plan_modules pm on pm.plan_id = pc.plan_id and pm.active
  union all
  select lp.company_id, lp.module_id, lp.seat_limit, null, lp.id from loose_plans lp where lp.active;
comment on view seat_grants is 'What companies are entitled to: seats of a module that an active plan, or an active loose plan, gives to a company; one row each, which names what gives it.';

create view seat_holders as
  select distinct up.company_id, p.module_id, up.user_id
  from user_profiles up
  join users u on u.id = up.user_id and u.status = 1
  join profiles p on p.id = up.profile_id and p.status = 1;
comment on view seat_holders is 'Who takes a seat: active users who hold at least one profile of the module in the company that is not deleted; one row each.';

create view seats as
  select company_id, module_id, sum(given)::integer as seat_limit, sum(taken)::integer as used,
    greatest(sum(given) - sum(taken), 0)::integer as free, greatest(sum(taken) - sum(given), 0)::integer as over
  from (
    select company_id, module_id, seats as given, 0 as taken from seat_grants
    union all
    select company_id, module_id, 0, 1 from seat_holders
  ) as ledger
  group by company_id, module_id;
comment on view seats is 'Limit, used and free seats of every module that a company is entitled to or has people in. Ask it for companies and modules by name: conditions on both reach the indexes below it.';

create or replace function seats_used(of_company integer, of_module integer) returns integer language sql stable as $$
  select count(*)::integer from seat_holders where company_id = of_company and module_id = of_module
$$;

create function require_seats(of_company integer, of_module integer, more integer) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(of_company, of_module);
  if seats_used(of_company, of_module) + more > seat_limit(of_company, of_module) then
    raise exception 'Limite de usuários neste plano excedido'
      using errcode = 'check_violation', constraint = 'user_profiles_seat_free', table = 'user_profiles';
  end if;
end $$;
comment on function require_seats(integer, integer, integer) is 'Refuses what would take a company past its seats of a module; whoever takes seats there takes turns until the transaction ends.';

create or replace function take_seat() returns trigger language plpgsql as $$
declare
  profile record;
begin
  select module_id, status into profile from profiles where id = new.profile_id for key share;
  -- Whoever is activated at this moment is waited for: one of the two has to see the other.
  if profile.status = 0
    or exists (select from users where id = new.user_id and status = 0)
    and (select status from users where id = new.user_id for share) = 0
  then
    return new;
  end if;
  perform pg_advisory_xact_lock(new.company_id, profile.module_id);
  if not exists (
    select from seat_holders
    where user_id = new.user_id and company_id = new.company_id and module_id = profile.module_id
  ) then
    perform require_seats(new.company_id, profile.module_id, 1);
  end if;
  return new;
end $$;
comment on function take_seat() is 'Trigger: a new user of a module takes a seat or is refused; assignments of one company and module take turns. Deleted users and deleted profiles take none.';

create or replace function retake_seats() returns trigger language plpgsql as $$
declare
  place record;
begin
  -- A profile that is activated at this moment is waited for.
  perform from profiles where id in (select profile_id from user_profiles where user_id = new.id) order by id for key share;
  for place in select company_id, module_id from seat_holders where user_id = new.id order by 1, 2 loop
    perform require_seats(place.company_id, place.module_id, 0);
  end loop;
  return null;
end $$;

create function retake_seats_of_profile() returns trigger language plpgsql as $$
declare
  of_company integer;
begin
  for of_company in
    select distinct up.company_id from user_profiles up join users u on u.id = up.user_id and u.status = 1
    where up.profile_id = new.id and not exists (
      select from user_profiles other join profiles p on p.id = other.profile_id and p.status = 1
      where other.user_id = up.user_id and other.company_id = up.company_id and p.module_id = new.module_id and p.id <> new.id
    )
    order by 1
  loop
    perform require_seats(of_company, new.module_id, 0);
  end loop;
  return null;
end $$;
comment on function retake_seats_of_profile() is 'Trigger: the holders of a deleted profile that is activated again need free seats, unless another profile of the module gives them one.';
create trigger profiles_retake_seats after update of status on profiles
  for each row when (old.status = 0 and new.status = 1) execute function retake_seats_of_profile();
