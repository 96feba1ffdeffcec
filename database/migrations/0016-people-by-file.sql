-- People by file (docs/decisions/0032-people-by-file.md): thousands of mails leave at the pace that mail servers accept,
-- behind every mail that somebody waits for, and an import says what its rows do together.
alter table outbox add column bulk boolean not null default false;
drop index outbox_pending_idx;
create index outbox_pending_idx on outbox (bulk, next_attempt_at) where sent_at is null;
comment on column outbox.bulk is 'One of many that a single write sent: it leaves at a pace, behind every other message.';
-- Who is taken away again is looked for in what refers to them.
drop index outbox_first_access_idx;
create index outbox_first_access_idx on outbox (first_access_of) where first_access_of is not null;
create index user_profiles_created_by_idx on user_profiles (created_by);
create index company_invitations_invited_by_idx on company_invitations (invited_by);
create table outbox_pace (
  id boolean primary key default true constraint outbox_pace_one check (id),
  next_at timestamptz not null default now()
);
insert into outbox_pace default values;
comment on table outbox_pace is 'When the next of many mails may leave, for all processes together; one row, locked by whoever sends them.';
alter table imports add column effects jsonb not null default '[]';
comment on column imports.effects is 'What its rows do together, in sentences, where counting rows does not say it.';
