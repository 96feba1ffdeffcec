-- What the tables share: stamps, versions, and the shout that lets every process forget what it remembers.

create function touch() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  new.version := old.version + 1;
  return new;
end $$;
comment on function touch() is 'Stamps an update and counts it; the version is what a screen sends back to notice that someone saved first.';

create function search_fold(typed text) returns text language sql immutable strict parallel safe as $$
  select lower(regexp_replace(normalize(typed, NFKD), '[\u0300-\u036f]+', '', 'g'))
$$;
comment on function search_fold(text) is 'What is searched and searched for, made alike: without accents, in lower case.';

create function search_pattern(typed text) returns text language sql immutable strict parallel safe as $$
  select '%' || regexp_replace(search_fold(typed), '([\\%_])', '\\\1', 'g') || '%'
$$;
comment on function search_pattern(text) is 'What a search line is like when it holds what was typed; measured twice as fast as strpos.';

create function search_instant(at timestamptz) returns text language sql immutable strict parallel safe as $$
  select to_char(at at time zone 'America/Sao_Paulo', 'DD/MM/YYYY HH24:MI:SS')
$$;
comment on function search_instant(timestamptz) is 'An instant as lists show it, so that what a person reads there is what they can search for.';

create function search_instant_utc(at timestamptz) returns text language sql immutable strict parallel safe as $$
  select to_char(at at time zone 'UTC', 'DD/MM/YYYY HH24:MI:SS')
$$;
comment on function search_instant_utc(timestamptz) is 'An instant as lists of plans show it: in UTC (console.md §9).';

create function search_line(name text, created_at timestamptz, updated_at timestamptz, active boolean)
returns text language sql immutable strict parallel safe as $$
  select concat_ws(chr(10), search_fold(name), search_instant(created_at), search_instant(updated_at),
    case when active then 'ativo' else 'inativo' end)
$$;
comment on function search_line(text, timestamptz, timestamptz, boolean) is 'Everything a list searches in one row of it (console.md §2), one thing a line; kept in the row, since making it costs more than searching it.';

create function announce_grants() returns trigger language plpgsql as $$
begin
  perform pg_notify('portaria', 'grants');
  return null;
end $$;
comment on function announce_grants() is 'Statement trigger: what anybody may do may have changed; every process drops the grants it remembers.';

create function announce_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('portaria', 'session:' || coalesce(new.id, old.id));
  return null;
end $$;
comment on function announce_session() is 'Row trigger of sessions: every process drops what it remembers of this session.';

create function announce_token() returns trigger language plpgsql as $$
begin
  perform pg_notify('portaria', 'session:' || coalesce(new.session_id, old.session_id));
  return null;
end $$;
comment on function announce_token() is 'Row trigger of tokens: every process drops what it remembers of the session that the token belongs to.';

create function announce_user() returns trigger language plpgsql as $$
begin
  perform pg_notify('portaria', 'user:' || coalesce(new.id, old.id));
  return null;
end $$;
comment on function announce_user() is 'Row trigger of users: every process drops the sessions and grants of this user.';

create function announce_user_grants() returns trigger language plpgsql as $$
begin
  perform pg_notify('portaria', 'user:' || coalesce(new.user_id, old.user_id));
  return null;
end $$;
comment on function announce_user_grants() is 'Row trigger of what a user holds: every process drops the sessions and grants of this user.';

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows are only ever inserted', tg_table_name using errcode = 'insufficient_privilege';
end $$;
comment on function refuse_change() is 'Trigger of tables whose rows are only ever inserted.';
