-- Mails before the end of an assignment, each sent once (issue 38).
alter table user_profiles
  add column ending_told_at timestamptz,
  add column last_day_told_at timestamptz;
comment on column user_profiles.ending_told_at is 'When the mail of a week before the end was queued, or when it became certain that none is needed.';
comment on column user_profiles.last_day_told_at is 'When the mail of the last day was queued.';

create function await_end_of_assignment() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.last_day_told_at := null;
  new.ending_told_at := case when new.end_at <= now() + interval '7 days' then now() end;
  return new;
end $$;
comment on function await_end_of_assignment() is 'Trigger: a new end causes mails of its own. An end that is given less than a week before causes only the mail of the last day.';
create trigger user_profiles_await_end before insert or update of end_at on user_profiles for each row
  when (new.end_at is not null) execute function await_end_of_assignment();
