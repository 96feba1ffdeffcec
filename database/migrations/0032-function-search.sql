-- A word that few functions hold is found by an index; so far a search read every line.
create function search_doubled(line text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(line, '(.)', '\1\1', 'g')
$$;
comment on function search_doubled(text) is 'Each character twice, so that an index of three characters at a time knows words of two: "99" is in a line where "9999" is in this.';
alter table functions add column search_doubled text generated always as (search_doubled(search_line(name || chr(10) || url || chr(10) || coalesce(code, ''), created_at, updated_at, status = 1))) stored;
comment on column functions.search_doubled is 'Its search line for the index, which finds words of two characters on.';
create index functions_search_idx on functions using gin (search_doubled gin_trgm_ops) with (fastupdate = off);
