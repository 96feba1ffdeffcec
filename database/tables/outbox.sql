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
comment on function announce_message() is 'Trigger of outbox: a message is pending, or is to be retried sooner. The writing process delivers it immediately; other processes poll every few seconds.';
create trigger outbox_announce after insert on outbox for each statement execute function announce_message();
create trigger outbox_announce_sooner after update of next_attempt_at on outbox
  for each row when (new.next_attempt_at < old.next_attempt_at) execute function announce_message();
comment on table outbox is 'Mail and SMS, inserted by the transaction that causes them and retried until delivered.';
comment on column outbox.last_error is 'Reason of the last failure as a sentence, without the server''s response, which may contain the message.';
comment on column outbox.sealed_text is 'Text and HTML as JSON, AES-256-GCM; the message id is the associated data. Null after delivery by a real transport, or after the secret in it expired.';
comment on column outbox.key_id is 'The configured key that encrypted it.';
comment on column outbox.expires_at is 'When the code or temporary password in the message expires; null without one. The message is not delivered afterwards.';
comment on column outbox.first_access_of is 'The invited user, if the message is an invitation. Its temporary password and text are generated on sending; until then the sealed text is the inviter.';
comment on column outbox.bulk is 'Sent at a limited rate, after all other messages: one of many mails of a write, or a notice of a change that another user made.';
comment on column outbox.turn is 'Send order of bulk mails. The mails of one write have consecutive numbers, starting with the next one due, so that two writes alternate.';

-- Triggers on outbox:
--   outbox_announce
--   outbox_announce_sooner
