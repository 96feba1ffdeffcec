-- Shared functions: timestamps, versions, text search, and cache invalidation in all processes (docs/decisions/0002-key-based-cache-invalidation.md).

create extension if not exists pg_trgm;

create collation natural_order (provider = icu, locale = 'pt-BR-u-kn-true');
comment on collation natural_order is 'Portuguese sort order with numbers compared by value: Plano 2 comes before Plano 10.';

create function touch() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.updated_at := now();
  new.version := old.version + 1;
  return new;
end $$;
comment on function touch() is 'Trigger: sets updated_at and increments version. A client sends the version back to detect a concurrent change.';

create function search_fold(typed text) returns text language sql immutable strict parallel safe
  return lower(regexp_replace(
    translate(
      replace(normalize(typed, NFKD), U&' \0301', ''''),
      U&'`\02b9\02bb\02bc\02bd\02ca\02cb\2018\2019\201b\2032\2035\2010\2012\2013\2014\2015\2212',
      '''''''''''''''''''''''''------'),
    '[\u0300-\u036f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+', '', 'g'));
comment on function search_fold(text) is 'Normalises text for searching: lower case, without accents and invisible characters, one kind of apostrophe and hyphen. Identical to searchKey in contract/text-folding.ts.';

create function search_pattern(typed text) returns text language sql immutable strict parallel safe
  return '%' || regexp_replace(search_fold(typed), '([\\%_])', '\\\1', 'g') || '%';
comment on function search_pattern(text) is 'LIKE pattern that matches search lines containing the text; measured twice as fast as strpos.';

create function search_instant(at timestamptz) returns text language sql immutable strict parallel safe
  return to_char(at at time zone 'America/Sao_Paulo', 'DD/MM/YYYY HH24:MI:SS');
comment on function search_instant(timestamptz) is 'Formats a timestamp as lists show it, so that users can search for what they see.';

create function search_instant_utc(at timestamptz) returns text language sql immutable strict parallel safe
  return to_char(at at time zone 'UTC', 'DD/MM/YYYY HH24:MI:SS');
comment on function search_instant_utc(timestamptz) is 'Formats a timestamp as lists of plans show it: in UTC (console.md §9).';

create function search_line(name text, created_at timestamptz, updated_at timestamptz, active boolean)
returns text language sql immutable strict parallel safe
  return concat_ws(chr(10), search_fold(name), search_instant(created_at), search_instant(updated_at),
    case when active then 'ativo' else 'inativo' end);
comment on function search_line(text, timestamptz, timestamptz, boolean) is 'Text of all searchable columns of a list (console.md §2), one per line. Stored, because computing it costs more than searching it.';

create function search_doubled(line text) returns text language sql immutable strict parallel safe
  return regexp_replace(line, '(.)', '\1\1', 'g');
comment on function search_doubled(text) is 'Doubles each character, so that a trigram index finds words of two characters: "99" is contained in a line if "9999" is contained in this.';

create function tell_writer(payload text) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  raise info using message = payload, errcode = 'PA001';
end $$;
comment on function tell_writer(text) is 'Sends a payload only to the process that runs this statement. NOTIFY serialises commits in the whole database; a message of level INFO costs nothing, is always sent to the client and is not written to the log.';

create function announce(keys text[]) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  -- 150 of the longest keys make 6,750 bytes; the maximum payload is 7,999.
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
comment on function announce(text[]) is 'Cache invalidation: all processes evict entries with these keys, such as user:5 or place:3/7; the writing process does so right after its commit. Above 10,000 keys everything is evicted, which is cheaper than listing them.';

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
comment on function announce_rows() is 'Statement trigger. Arguments: the columns that cached entries depend on, and an expression for the key of a row. Announces all rows inserted, deleted or changed in one of those columns. The key uses only columns of the row: other tables may be changed concurrently.';

create function refuse_change() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception '% rows are only ever inserted', tg_table_name using errcode = 'insufficient_privilege';
end $$;
comment on function refuse_change() is 'Trigger of insert-only tables.';
