-- needs: users
create table account_reports (
  digest bytea primary key constraint account_reports_digest_size check (octet_length(digest) = 32),
  user_id integer not null constraint account_reports_user_fkey references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index account_reports_user_idx on account_reports (user_id);
create index account_reports_expiry_idx on account_reports (expires_at);
comment on table account_reports is 'Links Não fui eu that were used, until they expire: each works once (decision 97).';
comment on column account_reports.digest is 'SHA-256 of the token of the link.';
