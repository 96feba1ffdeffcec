create table rate_limits (
  key text collate "C" primary key,
  points integer not null default 0,
  expire bigint not null
);
create index rate_limits_expire_idx on rate_limits (expire);
comment on table rate_limits is 'Counters of wrong passwords, wrong codes and sent messages; one that ran out starts again.';
comment on column rate_limits.expire is 'Milliseconds since 1970 at which the counter starts again.';
