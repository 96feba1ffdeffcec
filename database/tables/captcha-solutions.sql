create table captcha_solutions (
  digest bytea primary key,
  used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index captcha_solutions_expiry_idx on captcha_solutions (expires_at);
comment on table captcha_solutions is 'Captcha tokens that were accepted, until they would have expired anyway: each opens one door, once.';
