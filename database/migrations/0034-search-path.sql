-- Functions name what they use independently of the search path, so that pg_restore, which sets an empty one, can run them
-- (docs/decisions/0059-logical-backups.md). SQL functions are parsed when they are created; a SET clause would prevent
-- PostgreSQL from inlining them. PL/pgSQL functions, which are never inlined, get a SET clause.

create or replace function search_fold(typed text) returns text language sql immutable strict parallel safe
  return lower(regexp_replace(normalize(typed, NFKD), '[\u0300-\u036f]+', '', 'g'));

create or replace function search_pattern(typed text) returns text language sql immutable strict parallel safe
  return '%' || regexp_replace(search_fold(typed), '([\\%_])', '\\\1', 'g') || '%';

create or replace function search_instant(at timestamptz) returns text language sql immutable strict parallel safe
  return to_char(at at time zone 'America/Sao_Paulo', 'DD/MM/YYYY HH24:MI:SS');

create or replace function search_instant_utc(at timestamptz) returns text language sql immutable strict parallel safe
  return to_char(at at time zone 'UTC', 'DD/MM/YYYY HH24:MI:SS');

create or replace function search_line(name text, created_at timestamptz, updated_at timestamptz, active boolean)
returns text language sql immutable strict parallel safe
  return concat_ws(chr(10), search_fold(name), search_instant(created_at), search_instant(updated_at),
    case when active then 'ativo' else 'inativo' end);

create or replace function search_doubled(line text) returns text language sql immutable strict parallel safe
  return regexp_replace(line, '(.)', '\1\1', 'g');

create or replace function mask_cnpj(document text) returns text language sql immutable strict parallel safe
  return regexp_replace(document, '^(..)(...)(...)(....)(..)$', '\1.\2.\3/\4-\5');

create or replace function seat_limit(of_company integer, of_module integer) returns integer language sql stable
begin atomic
  select coalesce(sum(seats), 0)::integer from seat_grants where company_id = of_company and module_id = of_module;
end;

create or replace function seats_used(of_company integer, of_module integer) returns integer language sql stable
begin atomic
  select count(*)::integer from seat_holders where company_id = of_company and module_id = of_module;
end;

create or replace function seat_turn(of_company integer, of_module integer) returns integer language sql immutable parallel safe
  return mod(of_company::bigint * 31 + of_module, 256)::integer;

create or replace function access_links(at timestamptz) returns table (
  user_id integer, company_id integer, module_id integer, place_spid text,
  profile_id integer, spid text, delegation_id integer, begin_at timestamptz, end_at timestamptz,
  user_active boolean, user_unblocked boolean, company_active boolean, service_active boolean, module_active boolean,
  entitled boolean, profile_active boolean, spid_fits boolean, delegation_begun boolean, delegation_open boolean,
  opens boolean
) language sql stable
begin atomic
  select l.*, l.user_active and l.user_unblocked and l.company_active and l.service_active and l.module_active
    and l.entitled and l.profile_active and l.spid_fits and l.delegation_begun and l.delegation_open
  from (
    select h.user_id, h.company_id, p.module_id, place.spid as place_spid,
      h.profile_id, h.spid, h.delegation_id, h.begin_at, h.end_at,
      u.user_active, u.user_unblocked, c.company_active, c.service_active, c.module_active, c.entitled,
      p.status = 1 as profile_active,
      h.spid is null or place.spid is null or h.spid = place.spid as spid_fits,
      h.begin_at is null or h.begin_at <= at as delegation_begun,
      h.closed_at is null and (h.end_at is null or h.end_at > at) as delegation_open
    from (
      select up.user_id, up.company_id, up.profile_id, up.spid, null::integer as delegation_id,
        null::timestamptz as begin_at, null::timestamptz as end_at, null::timestamptz as closed_at
      from user_profiles up
      union all
      select d.user_id, d.company_id, dp.profile_id, null::text as spid, d.id, d.begin_at, d.end_at, d.closed_at
      from delegations d join delegation_profiles dp on dp.delegation_id = d.id
    ) h
    join people_links u on u.user_id = h.user_id
    join profiles p on p.id = h.profile_id
    join place_links c on c.company_id = h.company_id and c.module_id = p.module_id
    cross join lateral (
      select null::text as spid union all select sp.spid from spids sp where sp.company_id = h.company_id
    ) place
  ) l;
end;

do $$
declare
  written record;
begin
  for written in
    select p.oid::regprocedure as signature from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'public'::regnamespace and l.lanname = 'plpgsql'
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('alter function %s set search_path = public, pg_temp', written.signature);
  end loop;
end $$;
