-- What a company requires of the sign-in of its people (decision 95).
alter table companies
  add column sign_in_policy text not null default 'none' constraint companies_sign_in_policy_known check (sign_in_policy in ('none', 'second-factor', 'passkey')),
  add column sign_in_policy_begins_at timestamptz,
  add constraint companies_sign_in_policy_has_start check ((sign_in_policy = 'none') = (sign_in_policy_begins_at is null));
comment on column companies.sign_in_policy is 'What is required of the sign-in before a module is opened for this company: nothing, an own second factor (passkey or authenticator app), or a passkey.';
comment on column companies.sign_in_policy_begins_at is 'First instant of the day in São Paulo from which sign_in_policy applies.';
drop trigger companies_announce_update on companies;
create trigger companies_announce_update after update on companies referencing old table as old_rows new table as new_rows
  for each statement execute function announce_rows('id, name, active, sign_in_policy, sign_in_policy_begins_at', $$'company:' || id$$);
