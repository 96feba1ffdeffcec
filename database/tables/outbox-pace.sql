create table outbox_pace (
  id boolean primary key default true constraint outbox_pace_one check (id),
  next_at timestamptz not null default now()
);
insert into outbox_pace default values;
comment on table outbox_pace is 'When the next bulk mail may be sent, for all processes. One row, locked by the process that sends.';
