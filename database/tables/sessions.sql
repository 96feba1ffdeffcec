-- needs: users, shared-functions
create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id integer not null constraint sessions_user_fkey references users (id) on delete cascade,
  method text not null constraint sessions_method_known check (method in ('password', 'federated', 'passkey')),
  browser_digest bytea not null constraint sessions_browser_digest_size check (octet_length(browser_digest) = 32),
  address text not null,
  user_agent text not null default '',
  reduced boolean not null default false,
  id_token text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text constraint sessions_end_reason_known check (end_reason in ('sign-out', 'idle', 'lifetime', 'blocked', 'deleted', 'password-changed', 'administrator', 'code-replayed', 'reported')),
  amr text[] not null default '{}',
  authenticated_at timestamptz,
  constraint sessions_end_has_reason check ((ended_at is null) = (end_reason is null))
);
create index sessions_user_idx on sessions (user_id) where ended_at is null;
create index sessions_browser_idx on sessions (browser_digest) where ended_at is null;
create index sessions_created_idx on sessions (created_at);
create index sessions_user_created_idx on sessions (user_id, created_at);
create function announce_session() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform announce(array['session:' || old.id]);
  return null;
end $$;
comment on function announce_session() is 'Row trigger of sessions: an update of last_used_at, which is frequent, must not announce anything.';
create trigger sessions_announce_end after update of ended_at on sessions
  for each row when (old.ended_at is distinct from new.ended_at) execute function announce_session();
create trigger sessions_announce_delete after delete on sessions for each row execute function announce_session();

create function end_sessions_of_user() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update sessions set ended_at = now(), end_reason = case when new.active then 'blocked' else 'deleted' end
  where user_id = new.id and ended_at is null;
  return null;
end $$;
comment on function end_sessions_of_user() is 'Trigger: a block or a deletion ends the user''s sessions, whichever code makes the change.';
create trigger users_end_sessions after update of active, suspended on users
  for each row when ((old.active and not new.active) or (new.suspended and not old.suspended)) execute function end_sessions_of_user();
comment on table sessions is 'One sign-in. Its tokens end with it; all processes are notified immediately.';
comment on column sessions.browser_digest is 'SHA-256 of the value stored only in the browser''s cookie (rulings §3).';
comment on column sessions.reduced is 'The user was sent directly to a module: the portal shows its reduced frame (portal.md §4).';
comment on column sessions.last_used_at is 'Written in batches; may lag by up to a minute.';
comment on column sessions.amr is 'How the user authenticated (RFC 8176): pwd, otp, sms, pop, user, mfa; fed for an identity provider. Empty for sessions from before this column.';
comment on column sessions.authenticated_at is 'When the user authenticated. Null if the identity provider did not state it.';
comment on column sessions.id_token is 'ID token required by the identity provider at sign-out; only for federated sessions.';

-- Triggers on sessions:
--   sessions_announce_delete
--   sessions_announce_end
