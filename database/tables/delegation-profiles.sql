-- needs: delegations, profiles, shared-functions
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
comment on table delegation_profiles is 'The profiles that a delegation lends.';
