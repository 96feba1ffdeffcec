-- needs: delegations, profiles, shared-functions
create table delegation_profiles (
  delegation_id integer not null constraint delegation_profiles_delegation_fkey references delegations (id) on delete cascade,
  profile_id integer not null constraint delegation_profiles_profile_fkey references profiles (id),
  constraint delegation_profiles_pkey primary key (delegation_id, profile_id)
);
create index delegation_profiles_profile_idx on delegation_profiles (profile_id);
create trigger delegation_profiles_announce after insert or update or delete on delegation_profiles
  for each statement execute function announce_grants();
comment on table delegation_profiles is 'The profiles that a delegation lends.';
