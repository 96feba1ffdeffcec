-- needs: profiles, functions, shared-functions
create table profile_functions (
  profile_id integer not null,
  function_id integer not null,
  module_id integer not null,
  constraint profile_functions_pkey primary key (profile_id, function_id),
  constraint profile_functions_profile_fkey foreign key (profile_id, module_id) references profiles (id, module_id) on delete cascade,
  constraint profile_functions_function_fkey foreign key (function_id, module_id) references functions (id, module_id) on delete cascade
);
create index profile_functions_function_idx on profile_functions (function_id);
create trigger profile_functions_announce_insert after insert on profile_functions referencing new table as new_rows
  for each statement execute function announce_rows('profile_id, function_id', $$'profile:' || profile_id$$);
create trigger profile_functions_announce_update after update on profile_functions referencing old table as old_rows new table as new_rows
  for each statement execute function announce_rows('profile_id, function_id', $$'profile:' || profile_id$$);
create trigger profile_functions_announce_delete after delete on profile_functions referencing old table as old_rows
  for each statement execute function announce_rows('profile_id, function_id', $$'profile:' || profile_id$$);
comment on table profile_functions is 'The functions of a profile. module_id ensures that both belong to the same module.';

-- Triggers on profile_functions:
--   profile_functions_announce_delete
--   profile_functions_announce_insert
--   profile_functions_announce_update
--   profile_functions_separate_duties (separation-conflicts.sql)
