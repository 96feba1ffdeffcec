create table captcha_solutions (
  digest bytea primary key,
  used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index captcha_solutions_expiry_idx on captcha_solutions (expires_at);
comment on table captcha_solutions is 'Accepted captcha tokens until they expire: each is accepted once.';
