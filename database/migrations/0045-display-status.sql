-- The generated column gets the standard term; its values and all wire fields stay.
alter table users rename column standing to display_status;
-- Only PostgreSQL 18 stores NOT NULL as a named constraint.
do $$
begin
  if exists (select from pg_constraint where conrelid = 'users'::regclass and conname = 'users_standing_not_null') then
    alter table users rename constraint users_standing_not_null to users_display_status_not_null;
  end if;
end $$;
alter index users_standing_idx rename to users_display_status_idx;
comment on column users.display_status is 'Status shown and filtered in lists: 1 Excluído, 2 Ativo, 3 Bloqueado. A deleted and suspended user is Excluído.';
