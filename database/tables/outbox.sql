-- needs: shared-functions
create table outbox (
  id uuid primary key default gen_random_uuid(),
  channel text not null constraint outbox_channel_known check (channel in ('email', 'sms')),
  recipient text not null,
  subject text not null default '',
  body_text text not null,
  body_html text,
  created_at timestamptz not null default now(),
  next_attempt_at timestamptz not null default now(),
  attempts smallint not null default 0,
  last_error text,
  sent_at timestamptz
);
create index outbox_pending_idx on outbox (next_attempt_at) where sent_at is null;
create index outbox_created_idx on outbox (created_at desc);
create function announce_message() returns trigger language plpgsql as $$
begin
  perform pg_notify('portaria', 'outbox');
  return null;
end $$;
comment on function announce_message() is 'Trigger of outbox: a message waits to be delivered, or is to be tried sooner.';
create trigger outbox_announce after insert on outbox for each statement execute function announce_message();
create trigger outbox_announce_sooner after update of next_attempt_at on outbox
  for each row when (new.next_attempt_at < old.next_attempt_at) execute function announce_message();
comment on table outbox is 'Mail and SMS, written in the transaction that causes them and delivered until they arrive.';
comment on column outbox.body_text is 'Emptied of its one-time secrets when it was delivered by a real gateway; kept whole in demo mode.';
comment on column outbox.last_error is 'Why the last try failed, in a sentence without what a server said, since that may echo the message.';
