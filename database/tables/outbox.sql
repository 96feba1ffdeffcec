-- needs: users, shared-functions
create table outbox (
  id uuid primary key default gen_random_uuid(),
  channel text not null constraint outbox_channel_known check (channel in ('email', 'sms')),
  recipient text not null,
  subject text not null default '',
  sealed_text bytea,
  key_id text,
  created_at timestamptz not null default now(),
  next_attempt_at timestamptz not null default now(),
  attempts smallint not null default 0,
  last_error text,
  expires_at timestamptz,
  sent_at timestamptz,
  first_access_of integer constraint outbox_first_access_of_fkey references users (id) on delete cascade,
  bulk boolean not null default false,
  turn integer not null default 0,
  constraint outbox_sealed_with_key check ((sealed_text is null) = (key_id is null))
);
create index outbox_pending_idx on outbox (bulk, turn, next_attempt_at) where sent_at is null;
create index outbox_created_idx on outbox (created_at desc);
create index outbox_recipient_idx on outbox (recipient, created_at desc);
create index outbox_expiry_idx on outbox (expires_at) where sealed_text is not null;
create index outbox_first_access_idx on outbox (first_access_of) where first_access_of is not null;
create function announce_message() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform tell_writer('outbox');
  return null;
end $$;
comment on function announce_message() is 'Trigger of outbox: a message waits to be delivered, or is to be tried sooner. The process that wrote it delivers it at once; the others look every few seconds.';
create trigger outbox_announce after insert on outbox for each statement execute function announce_message();
create trigger outbox_announce_sooner after update of next_attempt_at on outbox
  for each row when (new.next_attempt_at < old.next_attempt_at) execute function announce_message();
comment on table outbox is 'Mail and SMS, written in the transaction that causes them and delivered until they arrive.';
comment on column outbox.last_error is 'Why the last try failed, in a sentence without what a server said, since that may echo the message.';
comment on column outbox.sealed_text is 'Text and HTML as JSON, AES-256-GCM, the message id authenticated with it. Null once a real gateway has it, or when its secret ran out.';
comment on column outbox.key_id is 'Which configured key sealed it.';
comment on column outbox.expires_at is 'When the code or temporary password in it runs out; null where there is none. It is not delivered later.';
comment on column outbox.first_access_of is 'An invitation: its temporary password is made when it is sent, and its text with it; until then the sealed text is who invites.';
comment on column outbox.bulk is 'It leaves at a pace, behind every other message: one of many of a write, or a notice of what somebody else did.';
comment on column outbox.turn is 'Of many mails, when it leaves: those of one write follow each other, beginning with the turn that is due, so that two writes alternate.';
