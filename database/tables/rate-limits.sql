create table rate_limits (
  key text collate "C" primary key,
  points integer not null default 0,
  expire bigint not null
);
create index rate_limits_expire_idx on rate_limits (expire);
comment on table rate_limits is 'Counters of wrong passwords, wrong codes and sent messages. An expired counter starts again.';
comment on column rate_limits.expire is 'Expiry in milliseconds since 1970.';
