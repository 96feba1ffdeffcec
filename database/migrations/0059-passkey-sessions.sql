-- Sign-in, second factor and confirmation of identity by passkey (decision 91).

alter table sessions drop constraint sessions_method_known;
alter table sessions add constraint sessions_method_known check (method in ('password', 'federated', 'passkey'));
alter table sessions add column amr text[] not null default '{}';
comment on column sessions.amr is 'How the user authenticated (RFC 8176): pwd, otp, sms, pop, user, mfa; fed for an identity provider. Empty for sessions from before this column. The time of the authentication is created_at.';

alter table confirmations drop constraint confirmations_method_known;
alter table confirmations add constraint confirmations_method_known check (method in ('password', 'federated', 'passkey'));

alter table challenges drop constraint challenges_name_known;
alter table challenges add constraint challenges_name_known check (name in ('SELECT_MFA_TYPE', 'SMS_MFA', 'EMAIL_OTP', 'WEB_AUTHN', 'NEW_PASSWORD_REQUIRED', 'PASSWORD_EXPIRED'));
comment on column challenges.otp_hash is 'HMAC of the 6 digits and the challenge. Its key is not in the database, so trying 10^6 codes requires the key too. With the name WEB_AUTHN: the WebAuthn challenge, which is not secret.';

comment on column audit_values.name is 'address, before, after, target or signed.';
comment on table audit_values is 'Personal data of an event: address, before, after, a target that a user typed, and a signature of a passkey with what it signed. The log seals a commitment to each value, so that a value can be erased and the log stays verifiable.';

alter table audit_entries
  drop constraint audit_entries_commitments_texts,
  add constraint audit_entries_commitments_texts
    check (commitments - '{address,after,before,signed,target}'::text[] = '{}' and not jsonb_path_exists(commitments, 'strict $.* ? (@.type() != "string")'));
