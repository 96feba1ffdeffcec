-- needs: users, companies
create table user_companies (
  user_id integer not null constraint user_companies_user_fkey references users (id) on delete cascade,
  company_id integer not null constraint user_companies_company_fkey references companies (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint user_companies_pkey primary key (user_id, company_id)
);
create index user_companies_company_idx on user_companies (company_id);
comment on table user_companies is 'Companies that a user belongs to. Membership grants nothing there.';
