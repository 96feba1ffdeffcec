-- Profiles are listed and searched (docs/decisions/0018-profiles.md).
alter table profiles add column search_line text generated always as (search_fold(name) || chr(10) || search_instant(created_at) || chr(10) || search_instant(updated_at) || chr(10) || case when status = 1 then 'ativo' else 'excluido' end) stored;
comment on column profiles.search_line is 'Everything a list searches in one row of it; a deleted profile reads Excluído.';
create index profiles_name_idx on profiles (lower(name), id);
create index profiles_created_idx on profiles (created_at, id);
create index profiles_updated_idx on profiles (updated_at, id);
create index profiles_status_idx on profiles (status, id);

-- Who is given a profile while it moves to another module waits, and then takes the seat of the right one.
create or replace function take_seat() returns trigger language plpgsql as $$
declare
  of_module integer := (select module_id from profiles where id = new.profile_id for key share);
begin
  perform pg_advisory_xact_lock(new.company_id, of_module);
  if exists (
    select from user_profiles up join profiles p on p.id = up.profile_id
    where up.user_id = new.user_id and up.company_id = new.company_id and p.module_id = of_module
  ) or exists (select from users where id = new.user_id and status = 0) then
    return new;
  end if;
  if seats_used(new.company_id, of_module) >= seat_limit(new.company_id, of_module) then
    raise exception 'Limite de usuários neste plano excedido'
      using errcode = 'check_violation', constraint = 'user_profiles_seat_free', table = 'user_profiles';
  end if;
  return new;
end $$;
