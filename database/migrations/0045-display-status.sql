-- The generated column gets the standard term; its values and all wire fields stay.
alter table users rename column standing to display_status;
alter table users rename constraint users_standing_not_null to users_display_status_not_null;
alter index users_standing_idx rename to users_display_status_idx;
comment on column users.display_status is 'Status shown and filtered in lists: 1 Excluído, 2 Ativo, 3 Bloqueado. A deleted and suspended user is Excluído.';
