-- Seats are taken in a fixed number of turns: a lock for each company and module would fill the table of locks, which all
-- connections share, as soon as one write is about thousands of companies.
create function seat_turn(of_company integer, of_module integer) returns integer language sql immutable parallel safe as $$
  select mod(of_company::bigint * 31 + of_module, 256)::integer
$$;
comment on function seat_turn(integer, integer) is 'The turn under which the seats of a company and module are taken. There are 256 for all of them: the table of locks, which all connections share, holds a few thousand.';

create function take_seat_turns(of_companies integer[], of_modules integer[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7260004, turn) from (
    select distinct seat_turn(company, module) as turn from unnest(of_companies, of_modules) as place(company, module) order by 1
  ) as turns;
end $$;
comment on function take_seat_turns(integer[], integer[]) is 'Whoever takes seats in these companies, each of the module beside it, takes turns until the transaction ends. Who needs several turns asks for all of them at once, or in the order of seat_turn(): everybody does, so nobody waits in a circle.';

create or replace function require_seats(of_company integer, of_module integer, more integer) returns void language plpgsql as $$
begin
  perform take_seat_turns(array[of_company], array[of_module]);
  if seats_used(of_company, of_module) + more > seat_limit(of_company, of_module) then
    raise exception 'Limite de usuários neste plano excedido'
      using errcode = 'check_violation', constraint = 'user_profiles_seat_free', table = 'user_profiles';
  end if;
end $$;

-- A deleted profile or person that is activated at this moment is waited for; otherwise neither saw the other.
create or replace function take_seat() returns trigger language plpgsql as $$
declare
  profile record;
begin
  select module_id, status into profile from profiles where id = new.profile_id for key share;
  -- Whoever is activated at this moment, person or profile, is waited for: one of the two has to see the other.
  if profile.status = 0 then
    select module_id, status into profile from profiles where id = new.profile_id for share;
  end if;
  if profile.status = 0
    or exists (select from users where id = new.user_id and status = 0)
    and (select status from users where id = new.user_id for share) = 0
  then
    return new;
  end if;
  perform take_seat_turns(array[new.company_id], array[profile.module_id]);
  if not exists (
    select from seat_holders
    where user_id = new.user_id and company_id = new.company_id and module_id = profile.module_id
  ) then
    perform require_seats(new.company_id, profile.module_id, 1);
  end if;
  return new;
end $$;

create or replace function retake_seats() returns trigger language plpgsql as $$
declare
  place record;
begin
  -- A profile that is activated at this moment is waited for.
  perform from profiles where status = 0 and id in (select profile_id from user_profiles where user_id = new.id) order by id for share;
  for place in
    select company_id, module_id from seat_holders where user_id = new.id order by seat_turn(company_id, module_id), 1, 2
  loop
    perform require_seats(place.company_id, place.module_id, 0);
  end loop;
  return null;
end $$;

create or replace function retake_seats_of_profile() returns trigger language plpgsql as $$
declare
  place record;
begin
  for place in
    select distinct seat_turn(up.company_id, new.module_id), up.company_id
    from user_profiles up join users u on u.id = up.user_id and u.status = 1
    where up.profile_id = new.id and not exists (
      select from user_profiles other join profiles p on p.id = other.profile_id and p.status = 1
      where other.user_id = up.user_id and other.company_id = up.company_id and p.module_id = new.module_id and p.id <> new.id
    )
    order by 1, 2
  loop
    perform require_seats(place.company_id, new.module_id, 0);
  end loop;
  return null;
end $$;

-- Many mails leave in turns too: a file of ten thousand kept whoever wrote to ten people after it waiting for hours.
alter table outbox add column turn integer not null default 0;
comment on column outbox.turn is 'Of many mails, when it leaves: those of one write follow each other, beginning with the turn that is due, so that two writes alternate.';
comment on column outbox.bulk is 'It leaves at a pace, behind every other message: one of many of a write, or a notice of what somebody else did.';
drop index outbox_pending_idx;
create index outbox_pending_idx on outbox (bulk, turn, next_attempt_at) where sent_at is null;
