-- A delegation is over when its end has passed, and the next may begin (docs/decisions/0039-delegation.md).
drop index delegations_open_key;
alter table delegations add column begin_told_at timestamptz;
alter table delegations add column end_told_at timestamptz;
alter table delegations add constraint delegations_apart exclude using gist (
  int4range(user_id, user_id, '[]') with =, int4range(company_id, company_id, '[]') with =,
  tstzrange(begin_at, end_at) with &&
) where (closed_at is null);
-- Nobody is told by mail of what began or ended before there were mails.
update delegations set begin_told_at = now() where begin_at <= now() or closed_at is not null;
update delegations set end_told_at = now() where least(end_at, closed_at) <= now();
create index delegations_delegated_by_idx on delegations (delegated_by) where closed_at is null;
create index delegations_begin_to_tell_idx on delegations (begin_at) where begin_told_at is null;
create index delegations_end_to_tell_idx on delegations (least(end_at, closed_at)) where end_told_at is null;
comment on column delegations.closed_at is 'Removed before its end, or its delegator lost what it lends. One that comes to its end by its date stays open, and is over all the same.';
comment on column delegations.closed_by is 'Who removed it; null where it ended with what the delegator held.';
comment on column delegations.begin_told_at is 'When both were told by mail that it began; the mail may be late, its effect never is.';
comment on column delegations.end_told_at is 'The same of its end. One that was removed before it began is told of to nobody, and has both.';
comment on constraint delegations_apart on delegations is 'Nobody is lent the same company twice at once. Ranges of one number in place of the numbers need no extension.';

create function end_delegations_of_taken() returns trigger language plpgsql as $$
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
    where dp.delegation_id = d.id);
  delete from delegation_profiles dp using delegations d
  where d.id = any (lent) and d.closed_at is null and dp.delegation_id = d.id and not exists (
    select from user_profiles up
    where up.profile_id = dp.profile_id and up.user_id = d.delegated_by and up.company_id = d.company_id);
  return null;
end $$;
comment on function end_delegations_of_taken() is 'Statement trigger of user_profiles: nobody lends what they have lost. A delegation loses those profiles, and ends with the last of them; given back later, it stays ended.';
create trigger user_profiles_end_delegations after delete on user_profiles referencing old table as old_rows
  for each statement execute function end_delegations_of_taken();
