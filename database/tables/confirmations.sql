-- needs: sessions
create table confirmations (
  digest bytea primary key constraint confirmations_digest_size check (octet_length(digest) = 32),
  session_id uuid not null constraint confirmations_session_fkey references sessions (id) on delete cascade,
  company_id integer,
  spid text,
  method text not null constraint confirmations_method_known check (method in ('password', 'federated', 'passkey')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index confirmations_expiry_idx on confirmations (expires_at);
create index confirmations_session_idx on confirmations (session_id);
comment on table confirmations is 'Confirmed identity (rulings §5): a code of a session that permits the listed writes for 2 minutes.';
comment on column confirmations.company_id is 'Company of the requesting token, with its SPID. The code permits only writes of that company. Null for the initial token.';
