-- needs: sessions
create table confirmations (
  digest bytea primary key constraint confirmations_digest_size check (octet_length(digest) = 32),
  session_id uuid not null constraint confirmations_session_fkey references sessions (id) on delete cascade,
  company_id integer,
  spid text,
  method text not null constraint confirmations_method_known check (method in ('password', 'federated')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index confirmations_expiry_idx on confirmations (expires_at);
create index confirmations_session_idx on confirmations (session_id);
comment on table confirmations is 'Proof of identity given again (rulings §5): a code for this session that opens the writes it names, for 2 minutes.';
comment on column confirmations.company_id is 'The company, with its SPID, of the token that asked: the code opens writes of that company alone. Null for the initial token.';
