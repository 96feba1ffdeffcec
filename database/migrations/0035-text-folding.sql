-- A search finds a text whichever apostrophe, hyphen or blank was stored or typed.
create or replace function search_fold(typed text) returns text language sql immutable strict parallel safe
  return lower(regexp_replace(
    translate(
      replace(normalize(typed, NFKD), U&' \0301', ''''),
      U&'`\02b9\02bb\02bc\02bd\02ca\02cb\2018\2019\201b\2032\2035\2010\2012\2013\2014\2015\2212',
      '''''''''''''''''''''''''------'),
    '[\u0300-\u036f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+', '', 'g'));
comment on function search_fold(text) is 'Text as a search compares it: without accents and invisible characters, one apostrophe and one hyphen, in lower case. The same function as searchKey in contract/text-folding.ts.';

-- Search lines of rows that hold such signs are computed anew. Naming a column in an update recomputes the generated columns
-- that depend on it. The rows do not change otherwise, so no trigger counts a version or invalidates a cache.
do $$
declare
  folded constant text[][] := array[
    ['users', 'name', 'name'],
    ['import_rows', 'label', 'label'],
    ['companies', 'name', 'name'],
    ['companies', 'email', 'email'],
    ['plans', 'name', 'name'],
    ['profiles', 'name', 'name'],
    ['services', 'name', 'name'],
    ['modules', 'name', 'name'],
    ['actions', 'name', $e$name || chr(10) || coalesce(path, '')$e$],
    ['functions', 'name', $e$name || chr(10) || url || chr(10) || coalesce(code, '')$e$]];
  each text[];
begin
  foreach each slice 1 in array folded loop
    execute format('alter table %I disable trigger user', each[1]);
    execute format('update %I set %I = %2$I where strpos(search_line, search_fold(%s)) = 0', each[1], each[2], each[3]);
    execute format('alter table %I enable trigger user', each[1]);
  end loop;
end $$;
