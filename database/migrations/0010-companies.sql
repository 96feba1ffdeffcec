-- Companies are listed and searched, 100,000 of them as quickly as ten.
create function mask_cnpj(document text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(document, '^(..)(...)(...)(....)(..)$', '\1.\2.\3/\4-\5')
$$;
comment on function mask_cnpj(text) is 'A CNPJ as lists show it, so that what a person reads there is what they can search for.';
alter table companies add column search_line text generated always as (search_fold(name) || chr(10) || search_fold(email) || chr(10) || lower(mask_cnpj(document)) || chr(10) || lower(document) || chr(10) || search_instant(created_at) || chr(10) || case when active then 'ativo' else 'inativo' end) stored;
comment on column companies.search_line is 'Everything a list searches in one row of it, one thing a line; the CNPJ with its mask and without.';
drop index companies_name_idx;
create index companies_name_idx on companies (lower(name), id);
create index companies_email_idx on companies (lower(email), id);
create index companies_created_idx on companies (created_at, id);
create index companies_active_idx on companies (active, id);

-- A save that changes an e-mail alone takes nothing from anybody, so nobody has to forget what they remember.
drop trigger companies_announce on companies;
create trigger companies_announce after update on companies for each row
  when (old.active is distinct from new.active or old.name is distinct from new.name) execute function announce_grants();
create trigger companies_announce_end after delete on companies for each statement execute function announce_grants();
drop trigger spids_announce on spids;
create trigger spids_announce after update of spid or delete on spids for each statement execute function announce_grants();

-- One SPID is not two by its spelling; what is held for it follows when the spelling changes.
create unique index spids_company_fold_key on spids (company_id, lower(spid));
alter table user_profiles drop constraint user_profiles_spid_fkey;
alter table user_profiles add constraint user_profiles_spid_fkey foreign key (company_id, spid) references spids (company_id, spid) on update cascade;
create index user_profiles_company_spid_idx on user_profiles (company_id, spid, user_id);

-- Whoever signs in to a company refers to it, and doesn't have to wait while it is given a SPID.
create or replace function limit_spids() returns trigger language plpgsql as $$
begin
  perform 1 from companies where id = new.company_id for no key update;
  if (select count(*) from spids where company_id = new.company_id) >= 8 then
    raise exception 'company % has 8 SPIDs already', new.company_id
      using errcode = 'check_violation', constraint = 'spids_at_most_8', table = 'spids';
  end if;
  return new;
end $$;
