-- Where a module is entered is remembered too, so that a code for it is one statement; who may enter it doesn't rest on that.
create trigger modules_announce_entrance after update on modules referencing old table as old_rows new table as new_rows
  for each statement execute function announce_rows('id, protocol, url, is_enable_spid', $$'module-entrance:' || id$$);
