-- needs: user-profiles
create table access_uses (
  user_profile_id integer constraint access_uses_pkey primary key
    constraint access_uses_user_profile_fkey references user_profiles (id) on delete cascade,
  last_used_at timestamptz,
  unused_since date not null
) with (fillfactor = 70);
create index access_uses_unused_idx on access_uses (unused_since);

create function begin_access_uses() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into access_uses (user_profile_id, unused_since)
  select id, (created_at at time zone 'America/Sao_Paulo')::date from new_rows;
  return null;
end $$;
comment on function begin_access_uses() is 'Statement trigger of user_profiles: every assignment has its row from its creation, so that one index finds used and never used ones.';
create trigger user_profiles_begin_uses after insert on user_profiles referencing new table as new_rows
  for each statement execute function begin_access_uses();
comment on table access_uses is 'Last use of each assignment: an exchange of a code, or a call with a token or API token, that it opened (decision 103). Written behind, at most 60 s late.';
comment on column access_uses.last_used_at is 'Null if it was never used.';
comment on column access_uses.unused_since is 'Day of the last use in São Paulo, or of the creation. It changes once a day, so that most updates leave the index alone.';
