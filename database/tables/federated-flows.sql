-- needs: sessions, users, identity-providers
create table federated_flows (
  state_digest bytea primary key constraint federated_flows_digest_size check (octet_length(state_digest) = 32),
  purpose text not null constraint federated_flows_purpose_known check (purpose in ('sign-in', 'redirect', 'validating')),
  provider_id integer constraint federated_flows_provider_fkey references identity_providers (id),
  issuer text not null,
  nonce text not null,
  code_verifier text not null,
  browser_digest bytea not null,
  session_id uuid constraint federated_flows_session_fkey references sessions (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  proof_digest bytea constraint federated_flows_proof_digest_key unique,
  proof_expires_at timestamptz,
  proof_used_at timestamptz
);
create index federated_flows_expiry_idx on federated_flows (expires_at);
create index federated_flows_session_idx on federated_flows (session_id) where session_id is not null;
comment on table federated_flows is 'An authorization request to an identity provider in progress: state, nonce and PKCE verifier, bound to the browser that started it.';
comment on column federated_flows.proof_digest is 'SHA-256 of the token issued after a fresh authentication in the popup. POST /user-local/validate-token accepts it once.';
