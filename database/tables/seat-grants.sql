-- needs: plans, plan-modules, plan-companies, loose-plans
create view seat_grants as
  select pc.company_id, pm.module_id, pm.seat_limit as seats, p.id as plan_id, null::integer as loose_plan_id
  from plan_companies pc
  join plans p on p.id = pc.plan_id and p.active
  join plan_modules pm on pm.plan_id = pc.plan_id and pm.active
  union all
  select lp.company_id, lp.module_id, lp.seat_limit, null, lp.id from loose_plans lp where lp.active;
comment on view seat_grants is 'Seats of a module for a company, one row per active plan or active loose plan that gives them.';

create function seat_limit(of_company integer, of_module integer) returns integer language sql stable
begin atomic
  select coalesce(sum(seats), 0)::integer from seat_grants where company_id = of_company and module_id = of_module;
end;
comment on function seat_limit(integer, integer) is 'Maximum number of users of a company with a profile of a module: the sum of active plans and loose plans. 0 means not entitled.';
