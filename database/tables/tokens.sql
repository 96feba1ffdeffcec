-- needs: sessions, modules, companies, shared-functions
create table tokens (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null constraint tokens_session_fkey references sessions (id) on delete cascade,
  kind text not null constraint tokens_kind_known check (kind in ('initial', 'module')),
  module_id integer constraint tokens_module_fkey references modules (id),
  company_id integer constraint tokens_company_fkey references companies (id),
  spid text,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  constraint tokens_module_has_place check ((kind = 'module') = (module_id is not null and company_id is not null))
);
create index tokens_session_idx on tokens (session_id);
create trigger tokens_announce_update after update on tokens referencing old table as old_rows new table as new_rows
  for each statement execute function announce_rows('id, session_id, revoked_at', $$'session:' || session_id$$);
create trigger tokens_announce_delete after delete on tokens referencing old table as old_rows
  for each statement execute function announce_rows('id, session_id, revoked_at', $$'session:' || session_id$$);
comment on table tokens is 'Signed tokens issued for a session, so that each can be revoked. They expire with the session.';

-- Triggers on tokens:
--   tokens_announce_delete
--   tokens_announce_update
