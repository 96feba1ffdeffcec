-- Favourites of the access page (decision 77). The limit of 12 per user is checked by the server, which locks the user.
create table module_favourites (
  user_id integer not null constraint module_favourites_user_fkey references users (id) on delete cascade,
  company_id integer not null constraint module_favourites_company_fkey references companies (id) on delete cascade,
  module_id integer not null constraint module_favourites_module_fkey references modules (id) on delete cascade,
  spid text,
  created_at timestamptz not null,
  constraint module_favourites_spid_fkey foreign key (company_id, spid) references spids (company_id, spid) on update cascade on delete cascade,
  constraint module_favourites_key unique nulls not distinct (user_id, company_id, module_id, spid)
);
create index module_favourites_company_spid_idx on module_favourites (company_id, spid);
create index module_favourites_module_idx on module_favourites (module_id);
comment on table module_favourites is 'Modules that a user has marked on the access page, each for a company and possibly a SPID, at most 12 per user. Grants nothing.';
