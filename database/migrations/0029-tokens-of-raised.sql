-- Tokens that others made end when their holder is given a role that their makers may not give (docs/decisions/0038-api-tokens.md).
alter table api_tokens
  add column new_role boolean not null default false,
  add constraint api_tokens_new_role_revokes check (not new_role or (revoked_at is not null and revoked_by is null));
comment on column api_tokens.revoked_by is 'Null where nobody did: a change of the account did, or a new role.';
comment on column api_tokens.new_role is 'Revoked since its holder was given a role that its maker may not give.';

create function revoke_api_tokens_of_raised() returns trigger language plpgsql as $$
declare
  people integer[];
  places integer[];
  made_by_others integer[];
begin
  if tg_table_name = 'delegations' then
    select array_agg(n.user_id), array_agg(n.company_id) into people, places from new_rows n;
  else
    select array_agg(n.user_id), array_agg(n.company_id) into people, places
    from new_rows n join profiles p on p.id = n.profile_id where p.id between 1 and 4 or p.master_profile;
  end if;
  if people is null then
    return null;
  end if;
  select array_agg(t.id) into made_by_others from api_tokens t
  where (t.user_id, t.company_id) in (select * from unnest(people, places)) and t.closed_at is null and t.created_by <> t.user_id
    and not exists (select from access_links(now()) l where l.user_id = t.created_by and l.profile_id = 1 and l.opens);
  if made_by_others is null then
    return null;
  end if;
  perform from api_tokens where id = any (made_by_others) order by user_id, company_id for no key update;
  update api_tokens set closed_at = now(), revoked_at = case when expires_at <= now() then null else now() end,
    new_role = coalesce(expires_at > now(), true)
  where id = any (made_by_others) and closed_at is null;
  return null;
end $$;
comment on function revoke_api_tokens_of_raised() is 'Statement trigger: who is given a profile of the administrators (1 to 4) or a master profile, or is lent the role, loses the tokens that others made for them in that company, for good: they would raise their makers. Who holds profile 1 may give it anyway, so theirs stay. Of an assignment no more than its SPID is ever updated.';
create trigger user_profiles_revoke_api_tokens after insert on user_profiles referencing new table as new_rows
  for each statement execute function revoke_api_tokens_of_raised();
create trigger delegations_revoke_api_tokens after insert on delegations referencing new table as new_rows
  for each statement execute function revoke_api_tokens_of_raised();

-- Those that took on such a role already: given or lent after they were made.
update api_tokens t set closed_at = now(), revoked_at = now(), new_role = true
where t.closed_at is null and coalesce(t.expires_at > now(), true) and t.created_by <> t.user_id
  and not exists (select from access_links(now()) l where l.user_id = t.created_by and l.profile_id = 1 and l.opens)
  and (exists (
    select from user_profiles up join profiles p on p.id = up.profile_id and (p.id between 1 and 4 or p.master_profile)
    where up.user_id = t.user_id and up.company_id = t.company_id and up.created_at > t.created_at)
  or exists (
    select from delegations d where d.user_id = t.user_id and d.company_id = t.company_id and d.created_at > t.created_at
      and d.closed_at is null and (d.end_at is null or d.end_at > now())));
