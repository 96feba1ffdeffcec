-- Reactivating a deleted profile counts assignments that have ended neither as seats to take nor as seats held.
create or replace function retake_seats_of_profile() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  place record;
begin
  for place in
    select distinct seat_turn(up.company_id, new.module_id), up.company_id
    from user_profiles up join users u on u.id = up.user_id and u.active
    where up.profile_id = new.id and (up.end_at is null or up.end_at > now()) and not exists (
      select from user_profiles other join profiles p on p.id = other.profile_id and p.active
      where other.user_id = up.user_id and other.company_id = up.company_id and p.module_id = new.module_id and p.id <> new.id
        and (other.end_at is null or other.end_at > now())
    )
    order by 1, 2
  loop
    perform require_seats(place.company_id, new.module_id, 0);
  end loop;
  return null;
end $$;
comment on function retake_seats_of_profile() is 'Trigger: reactivating a deleted profile requires free seats for its users, except those who have a seat by another profile of the module. Assignments that have ended count nowhere.';
