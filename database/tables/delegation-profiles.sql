-- needs: delegations, profiles, user-profiles, shared-functions
create table delegation_profiles (
  delegation_id integer not null constraint delegation_profiles_delegation_fkey references delegations (id) on delete cascade,
  profile_id integer not null constraint delegation_profiles_profile_fkey references profiles (id),
  constraint delegation_profiles_pkey primary key (delegation_id, profile_id)
);
create index delegation_profiles_profile_idx on delegation_profiles (profile_id);
create trigger delegation_profiles_announce_insert after insert on delegation_profiles referencing new table as new_rows
  for each statement execute function announce_rows('delegation_id, profile_id', $$'user:' || (select user_id from delegations where id = delegation_id)$$);
create trigger delegation_profiles_announce_update after update on delegation_profiles referencing old table as old_rows new table as new_rows
  for each statement execute function announce_rows('delegation_id, profile_id', $$'user:' || (select user_id from delegations where id = delegation_id)$$);
create trigger delegation_profiles_announce_delete after delete on delegation_profiles referencing old table as old_rows
  for each statement execute function announce_rows('delegation_id, profile_id', $$'user:' || (select user_id from delegations where id = delegation_id)$$);

create function end_delegations_of_taken() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  lent integer[];
begin
  select array_agg(d.id) into lent from old_rows o
  join delegations d on d.delegated_by = o.user_id and d.company_id = o.company_id and d.closed_at is null
    and (d.end_at is null or d.end_at > now())
  join delegation_profiles dp on dp.delegation_id = d.id and dp.profile_id = o.profile_id;
  if lent is null then
    return null;
  end if;
  update delegations d set closed_at = now() where d.id = any (lent) and not exists (
    select from delegation_profiles dp
    join user_profiles up on up.profile_id = dp.profile_id and up.user_id = d.delegated_by and up.company_id = d.company_id
    where dp.delegation_id = d.id and (up.end_at is null or up.end_at > now()));
  delete from delegation_profiles dp using delegations d
  where d.id = any (lent) and d.closed_at is null and dp.delegation_id = d.id and not exists (
    select from user_profiles up
    where up.profile_id = dp.profile_id and up.user_id = d.delegated_by and up.company_id = d.company_id
      and (up.end_at is null or up.end_at > now()));
  return null;
end $$;
comment on function end_delegations_of_taken() is 'Statement trigger of user_profiles: a delegation loses the profiles that its lender loses, and ends with the last of them. It stays ended when the lender receives the profile again.';
create trigger user_profiles_end_delegations after delete on user_profiles referencing old table as old_rows
  for each statement execute function end_delegations_of_taken();
comment on table delegation_profiles is 'The profiles of a delegation.';

-- Triggers on delegation_profiles:
--   delegation_profiles_announce_delete
--   delegation_profiles_announce_insert
--   delegation_profiles_announce_update
--   delegation_profiles_separate_duties (separation-conflicts.sql)
