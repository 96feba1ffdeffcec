-- What a company is entitled to was told twice, in seat_limit() and in the scope of the catalogue: one view tells both.
create view seat_grants as
  select pc.company_id, pm.module_id, pm.seat_limit as seats
  from plan_companies pc
  join plans p on p.id = pc.plan_id and p.active
  join plan_modules pm on pm.plan_id = pc.plan_id and pm.active
  union all
  select lp.company_id, lp.module_id, lp.seat_limit from loose_plans lp where lp.active;
comment on view seat_grants is 'What companies are entitled to: seats of a module that an active plan, or an active loose plan, gives to a company; one row each.';

create or replace function seat_limit(of_company integer, of_module integer) returns integer language sql stable as $$
  select coalesce(sum(seats), 0)::integer from seat_grants where company_id = of_company and module_id = of_module
$$;
