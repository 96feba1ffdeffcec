-- API tokens act in one company, and one of a person is open there at a time (docs/decisions/0038-api-tokens.md). Nothing could
-- make or use one before: what there is was filled in for the demo.
alter table api_tokens
  add column company_id integer constraint api_tokens_company_fkey references companies (id),
  add column start text constraint api_tokens_start_short check (length(start) <= 13),
  add column closed_at timestamptz,
  add column last_used_address text,
  add column ending_told_at timestamptz;
delete from api_tokens where not exists (select from user_companies uc where uc.user_id = api_tokens.user_id);
update api_tokens set start = 'portaria_', closed_at = revoked_at,
  company_id = (select min(uc.company_id) from user_companies uc where uc.user_id = api_tokens.user_id);
update api_tokens t set closed_at = t.expires_at where t.closed_at is null and exists (
  select from api_tokens later where later.user_id = t.user_id and later.id > t.id and later.closed_at is null);
alter table api_tokens
  alter column company_id set not null,
  alter column start set not null,
  add constraint api_tokens_revoked_is_closed check (revoked_at is null or closed_at is not null),
  add constraint api_tokens_revoked_by_when check (revoked_by is null or revoked_at is not null);
create unique index api_tokens_open_key on api_tokens (user_id, company_id) where closed_at is null;
create index api_tokens_ending_idx on api_tokens (expires_at) where closed_at is null and ending_told_at is null;
comment on table api_tokens is 'A user''s token for programs: shown once, kept as a hash, acts as that user in one company, stops with the user.';
comment on column api_tokens.company_id is 'Where it acts: the company of whoever made it.';
comment on column api_tokens.start is 'How the token begins: enough to recognise one, and of no use to guess it.';
comment on column api_tokens.closed_at is 'Revoked, or ended and followed by another. One that ended by its date stays open until then: a time that passes changes no row.';
comment on column api_tokens.revoked_by is 'Null where nobody did: a change of the account did.';
comment on column api_tokens.ending_told_at is 'When the person was told that it ends within a week; whoever sets it sends the mail.';

create function revoke_api_tokens() returns trigger language plpgsql as $$
declare of_user integer;
begin
  if tg_table_name = 'users' then of_user := new.id; else of_user := new.user_id; end if;
  update api_tokens set closed_at = now(), revoked_at = case when expires_at <= now() then null else now() end
  where user_id = of_user and closed_at is null;
  return null;
end $$;
comment on function revoke_api_tokens() is 'Trigger: block, deletion and a new password end the tokens of a person for good, whichever code does it.';
create trigger users_revoke_api_tokens after update of status, suspended on users for each row
  when ((old.status = 1 and new.status <> 1) or (not old.suspended and new.suspended)) execute function revoke_api_tokens();
create trigger passwords_revoke_api_tokens after insert on passwords for each row when (new.superseded_at is null)
  execute function revoke_api_tokens();
