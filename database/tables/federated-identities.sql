-- needs: users
create table federated_identities (
  issuer text not null,
  subject text not null,
  user_id integer not null constraint federated_identities_user_fkey references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint federated_identities_pkey primary key (issuer, subject),
  constraint federated_identities_user_issuer_key unique (user_id, issuer)
);
comment on table federated_identities is 'Links a user to an account at an identity provider: by verified e-mail the first time, then by issuer and subject.';
