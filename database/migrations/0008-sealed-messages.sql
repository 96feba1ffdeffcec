-- Messages carry codes and temporary passwords: their text is sealed at rest and dropped when the secret in it runs out.

alter table outbox
  add column sealed_text bytea,
  add column key_id text,
  add column expires_at timestamptz,
  add constraint outbox_sealed_with_key check ((sealed_text is null) = (key_id is null));

-- What earlier versions kept in the clear is dropped: the keys are not in the database, so it can't be sealed here.
update outbox set expires_at = now(), last_error = 'O texto foi descartado na atualização do portal.',
  attempts = greatest(attempts, 1) where sent_at is null;
alter table outbox drop column body_text, drop column body_html;
-- Writes the table anew, so that the texts don't stay in its file.
cluster outbox using outbox_pkey;
alter table outbox set without cluster;

create index outbox_expiry_idx on outbox (expires_at) where sealed_text is not null;
comment on column outbox.sealed_text is 'Text and HTML as JSON, AES-256-GCM, the message id authenticated with it. Null once a real gateway has it, or when its secret ran out.';
comment on column outbox.key_id is 'Which configured key sealed it.';
comment on column outbox.expires_at is 'When the code or temporary password in it runs out; null where there is none. It is not delivered later.';
