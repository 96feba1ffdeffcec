-- Messages that don't arrive are shown (docs/decisions/0017-undelivered-messages.md).

create trigger outbox_announce_sooner after update of next_attempt_at on outbox
  for each row when (new.next_attempt_at < old.next_attempt_at) execute function announce_message();

-- What earlier versions kept there may echo a message with its code or password. The next try says it anew.
update outbox set last_error = null where last_error is not null;
comment on function announce_message() is 'Trigger of outbox: a message waits to be delivered, or is to be tried sooner.';
comment on column outbox.last_error is 'Why the last try failed, in a sentence without what a server said, since that may echo the message.';
