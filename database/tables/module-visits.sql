-- needs: users, companies, modules
create table module_visits (
  user_id integer not null constraint module_visits_user_fkey references users (id) on delete cascade,
  company_id integer not null constraint module_visits_company_fkey references companies (id) on delete cascade,
  module_id integer not null constraint module_visits_module_fkey references modules (id) on delete cascade,
  last_used_at timestamptz not null,
  constraint module_visits_pkey primary key (user_id, company_id, module_id)
);
comment on table module_visits is 'When a user last opened a module for a company. The access page lists the most recent first.';
