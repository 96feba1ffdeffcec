-- needs: profile-functions, actions, shared-functions
create table profile_actions (
  profile_id integer not null,
  function_id integer not null,
  action_id integer not null,
  constraint profile_actions_pkey primary key (profile_id, action_id),
  constraint profile_actions_function_fkey foreign key (profile_id, function_id) references profile_functions (profile_id, function_id) on delete cascade,
  constraint profile_actions_action_fkey foreign key (action_id, function_id) references actions (id, function_id) on delete cascade
);
create index profile_actions_function_idx on profile_actions (profile_id, function_id);
create index profile_actions_action_idx on profile_actions (action_id);
create trigger profile_actions_announce_insert after insert on profile_actions referencing new table as new_rows
  for each statement execute function announce_rows('profile_id, action_id', $$'profile:' || profile_id$$);
create trigger profile_actions_announce_update after update on profile_actions referencing old table as old_rows new table as new_rows
  for each statement execute function announce_rows('profile_id, action_id', $$'profile:' || profile_id$$);
create trigger profile_actions_announce_delete after delete on profile_actions referencing old table as old_rows
  for each statement execute function announce_rows('profile_id, action_id', $$'profile:' || profile_id$$);
comment on table profile_actions is 'The actions of a profile, each belonging to a function of the profile.';

-- Triggers on profile_actions:
--   profile_actions_announce_delete
--   profile_actions_announce_insert
--   profile_actions_announce_update
