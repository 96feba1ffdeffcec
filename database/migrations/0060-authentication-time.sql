-- When an identity provider authenticated the user, as module tokens state it (RFC 9068 §2.2.1, auth_time).
alter table sessions add column authenticated_at timestamptz;
comment on column sessions.authenticated_at is 'When the user authenticated. Null if the identity provider did not state it.';
update sessions set authenticated_at = created_at where method <> 'federated' and ended_at is null;
comment on column sessions.amr is 'How the user authenticated (RFC 8176): pwd, otp, sms, pop, user, mfa; fed for an identity provider. Empty for sessions from before this column.';
