-- needs: sessions, modules, companies, tokens
create table one_time_codes (
  digest bytea primary key constraint one_time_codes_digest_size check (octet_length(digest) = 32),
  session_id uuid not null constraint one_time_codes_session_fkey references sessions (id) on delete cascade,
  module_id integer constraint one_time_codes_module_fkey references modules (id),
  company_id integer constraint one_time_codes_company_fkey references companies (id),
  spid text,
  redirect_uri text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  token_id uuid,
  constraint one_time_codes_place_whole check (num_nulls(module_id, company_id, redirect_uri) in (0, 3))
);
create index one_time_codes_expiry_idx on one_time_codes (expires_at);
create index one_time_codes_session_idx on one_time_codes (session_id);
comment on table one_time_codes is 'Codes that transfer a user from the portal to a module: 256 random bits, stored as a hash, valid for 60 s, single use.';
comment on column one_time_codes.token_id is 'Token issued by the exchange, of the same session. A second exchange of the code revokes it. Without a foreign key, which would make each deletion of a token scan this table.';
comment on column one_time_codes.module_id is 'The module; null for the code that completes a federated sign-in, which is exchanged for the initial token.';
