-- A counter that never ends would never be given back.
delete from rate_limits where expire is null;
alter table rate_limits alter column expire set not null;
comment on table rate_limits is 'Counters of wrong passwords, wrong codes and sent messages; one that ran out starts again.';
