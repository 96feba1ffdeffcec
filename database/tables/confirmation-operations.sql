-- needs: confirmations
create table confirmation_operations (
  id bigint generated always as identity primary key,
  confirmation_digest bytea not null constraint confirmation_operations_confirmation_fkey references confirmations (digest) on delete cascade,
  method text not null,
  path text not null,
  body_sha256 text not null constraint confirmation_operations_body_shape check (body_sha256 ~ '^[0-9a-f]{64}$'),
  used_at timestamptz
);
create index confirmation_operations_idx on confirmation_operations (confirmation_digest, method, path);
comment on table confirmation_operations is 'One write that a confirmation permits once: method, path without /api, SHA-256 of the body.';
