-- Shared functions: timestamps, versions, text search, and cache invalidation in all processes (docs/decisions/0002-key-based-cache-invalidation.md).

create extension if not exists pg_trgm;

create collation natural_order (provider = icu, locale = 'pt-BR-u-kn-true');
comment on collation natural_order is 'Orders names as people do: in Portuguese, and numbers in them by value, so that Plano 2 comes before Plano 10.';

create function touch() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.updated_at := now();
  new.version := old.version + 1;
  return new;
end $$;
comment on function touch() is 'Stamps an update and counts it; the version is what a screen sends back to notice that someone saved first.';

create function search_fold(typed text) returns text language sql immutable strict parallel safe
  return lower(regexp_replace(
    translate(
      replace(normalize(typed, NFKD), U&' \0301', ''''),
      U&'`\02b9\02bb\02bc\02bd\02ca\02cb\2018\2019\201b\2032\2035\2010\2012\2013\2014\2015\2212',
      '''''''''''''''''''''''''------'),
    '[\u0300-\u036f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+', '', 'g'));
comment on function search_fold(text) is 'Text as a search compares it: without accents and invisible characters, one apostrophe and one hyphen, in lower case. The same function as searchKey in contract/text-folding.ts.';

create function search_pattern(typed text) returns text language sql immutable strict parallel safe
  return '%' || regexp_replace(search_fold(typed), '([\\%_])', '\\\1', 'g') || '%';
comment on function search_pattern(text) is 'What a search line is like when it holds what was typed; measured twice as fast as strpos.';

create function search_instant(at timestamptz) returns text language sql immutable strict parallel safe
  return to_char(at at time zone 'America/Sao_Paulo', 'DD/MM/YYYY HH24:MI:SS');
comment on function search_instant(timestamptz) is 'An instant as lists show it, so that what a person reads there is what they can search for.';

create function search_instant_utc(at timestamptz) returns text language sql immutable strict parallel safe
  return to_char(at at time zone 'UTC', 'DD/MM/YYYY HH24:MI:SS');
comment on function search_instant_utc(timestamptz) is 'An instant as lists of plans show it: in UTC (console.md §9).';

create function search_line(name text, created_at timestamptz, updated_at timestamptz, active boolean)
returns text language sql immutable strict parallel safe
  return concat_ws(chr(10), search_fold(name), search_instant(created_at), search_instant(updated_at),
    case when active then 'ativo' else 'inativo' end);
comment on function search_line(text, timestamptz, timestamptz, boolean) is 'Everything a list searches in one row of it (console.md §2), one thing a line; kept in the row, since making it costs more than searching it.';

create function search_doubled(line text) returns text language sql immutable strict parallel safe
  return regexp_replace(line, '(.)', '\1\1', 'g');
comment on function search_doubled(text) is 'Each character twice, so that an index of three characters at a time knows words of two: "99" is in a line where "9999" is in this.';

create function tell_writer(payload text) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  raise info using message = payload, errcode = 'PA001';
end $$;
comment on function tell_writer(text) is 'Tells the process whose statement this is, and nobody else: commits that NOTIFY take turns in the whole database, this costs nothing. A client is always sent what is INFO, and the log by itself never.';

create function announce(keys text[]) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  -- 150 of the longest make 6,750 bytes; a payload has room for 7,999.
  per_payload constant integer := 150;
  payload text;
begin
  if cardinality(keys) > 10000 then
    keys := '{everything}';
  end if;
  for start in 1 .. coalesce(cardinality(keys), 0) by per_payload loop
    payload := array_to_string(keys[start : start + per_payload - 1], ',');
    perform pg_notify('portaria', payload);
    perform tell_writer(payload);
  end loop;
end $$;
comment on function announce(text[]) is 'Every process forgets what it remembers under these keys, such as user:5 or place:3/7; the one that writes does so as soon as it has committed. Where there are so many that listing them is dearer than asking again, everything is forgotten.';

create function announce_rows() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  watched constant text := tg_argv[0];
  key constant text := tg_argv[1];
  gone constant text := format('select %s from old_rows', watched);
  come constant text := format('select %s from new_rows', watched);
  touched text[];
begin
  execute format('select array_agg(distinct %s) from (%s) as changed', key, case tg_op
    when 'INSERT' then come
    when 'DELETE' then gone
    else format('(%1$s except %2$s) union (%2$s except %1$s)', gone, come) end) into touched;
  perform announce(touched);
  return null;
end $$;
comment on function announce_rows() is 'Statement trigger, given the columns that what is remembered rests on and the key of a row: announces all rows that came, went, or differ in one of those columns. The key is made of the row alone: what else it touches, another transaction may be writing at this moment.';

create function refuse_change() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception '% rows are only ever inserted', tg_table_name using errcode = 'insufficient_privilege';
end $$;
comment on function refuse_change() is 'Trigger of tables whose rows are only ever inserted.';
