/**
 * Rows as earlier versions wrote them, by the number of the migration after which they are inserted. A migration that
 * creates a table gets rows here, so that later migrations are tested with data.
 */
export const earlierData: Readonly<Record<string, string>> = {
  '0001': `
    insert into services (id, name, description, active) values
      (1, 'Gestão de Acesso', 'Administração', true), (2, 'Operação', 'Serviços da operação', true), (3, 'Antigo', 'Desativado', false);
    insert into modules (id, service_id, name, url, is_enable_spid, status) values
      (1, 1, 'Gestão de Acesso', 'acesso.example', false, 1), (34, 1, 'Comum', null, false, 1),
      (40, 2, 'Portabilidade', 'portabilidade.example/entrar', true, 1), (41, 2, 'Disputas', 'disputas.example', false, 0);
    insert into functions (id, module_id, name, url, code, environment, method, accredited_enable) values
      (500, 1, 'Consulta de Usuário', '/user-list', null, 'front', 'GET', true), (501, 40, 'Consulta', '/consulta', 'C1', null, null, true);
    insert into actions (id, function_id, name, path) values (500, 500, 'Cadastrar', 'create'), (501, 501, 'Bloquear', null);
    insert into companies (id, name, email, document, active) values
      (100, 'Operadora Ávila', 'contato@avila.example', '11222333000181', true),
      (101, 'Operadora Brejo', 'contato@brejo.example', '12ABC34501DE35', false);
    insert into spids (company_id, spid, description) values (100, '1001', 'Norte'), (100, '1002', '');
    insert into users (id, name, email, phone_number, code, status, suspended, company_id, federated, last_access_at) values
      (200, 'Zélia Ñandú', 'zelia@avila.example', '5511999990000', 'Z1', 1, false, null, false, now()),
      (201, 'Ana Lima', 'ana@avila.example', null, null, 1, false, 100, false, null),
      (202, 'Beto', 'beto@avila.example', null, null, 1, true, 100, true, now()),
      (203, 'Caio', 'caio@brejo.example', null, null, 0, false, 101, false, null);
    insert into user_companies (user_id, company_id) values (201, 100), (202, 100), (203, 101);
    insert into profiles (id, module_id, company_id, name, status, accredited_enable, master_profile, created_by) values
      (1, 1, null, 'Administrador', 1, false, false, null), (8, 1, null, 'Master', 1, false, true, null),
      (300, 40, null, 'Consulta', 1, true, false, 200), (301, 40, 100, 'Consulta da Ávila', 1, false, false, 201),
      (302, 41, 100, 'Excluído', 0, false, false, 201);
    insert into profile_functions (profile_id, function_id, module_id) values (1, 500, 1), (8, 500, 1), (300, 501, 40), (301, 501, 40);
    insert into profile_actions (profile_id, function_id, action_id) values (1, 500, 500), (300, 501, 501);
    insert into plans (id, name, active) values (400, 'Básico', true), (401, 'Antigo', false);
    insert into plan_modules (plan_id, module_id, seat_limit, active) values (400, 1, 10, true), (400, 40, 2, true), (401, 41, 1, false);
    insert into plan_companies (plan_id, company_id) values (400, 100), (401, 101);
    insert into loose_plans (company_id, module_id, seat_limit, active) values (100, 40, 1, true), (101, 41, 1, false);
    insert into user_profiles (user_id, profile_id, company_id, spid, created_by) values
      (200, 1, 100, null, null), (201, 8, 100, null, 200), (201, 300, 100, '1001', 200), (202, 301, 100, null, 201);
    insert into delegations (id, user_id, company_id, begin_at, end_at, delegated_by, closed_at, closed_by) values
      (600, 202, 100, now() - interval '9 days', now() - interval '2 days', 201, now() - interval '2 days', null),
      (601, 202, 100, now() - interval '1 day', now() + interval '20 days', 201, null, null);
    insert into delegation_profiles (delegation_id, profile_id) values (600, 8), (601, 8);
    insert into sessions (id, user_id, method, browser_digest, address, expires_at, ended_at, end_reason) values
      ('00000000-0000-4000-8000-000000000001', 201, 'password', sha256('a'), '203.0.113.5', now() + interval '8 hours', null, null),
      ('00000000-0000-4000-8000-000000000002', 202, 'federated', sha256('b'), '2001:db8::1', now() - interval '1 day', now() - interval '1 day', 'sign-out');
    insert into tokens (id, session_id, kind, module_id, company_id, spid) values
      ('00000000-0000-4000-8000-000000000011', '00000000-0000-4000-8000-000000000001', 'initial', null, null, null),
      ('00000000-0000-4000-8000-000000000012', '00000000-0000-4000-8000-000000000001', 'module', 40, 100, '1001');
    insert into one_time_codes (digest, session_id, module_id, company_id, spid, redirect_uri, expires_at, used_at, token_id) values
      (sha256('c'), '00000000-0000-4000-8000-000000000001', 40, 100, '1001', 'https://portabilidade.example/entrar', now(), now(), '00000000-0000-4000-8000-000000000012');
    insert into module_visits (user_id, company_id, module_id, last_used_at) values (201, 100, 40, now());
    insert into api_tokens (id, user_id, digest, expires_at, created_by, revoked_at, revoked_by) values
      (700, 201, sha256('d'), null, 201, null, null), (701, 201, sha256('e'), now(), 200, now(), 200);
    insert into passwords (user_id, hash, temporary, expires_at, superseded_at) values
      (201, '$argon2id$v=19$m=19456,t=2,p=1$b2xk$b2xk', false, null, now()), (201, '$argon2id$v=19$m=19456,t=2,p=1$bmV3$bmV3', false, null, null);
    insert into secret_answers (user_id, question_id, hash) values (201, 2, '$argon2id$v=19$m=19456,t=2,p=1$YW4$YW4');
    insert into module_secrets (module_id, slot, ciphertext, key_id, digest) values (40, 1, '\\x0102', 'a', sha256('f'));
    insert into module_logos (module_id, content, content_type, digest) values (40, '\\x89504e47', 'image/png', 'aa');
    insert into identity_providers (id, company_id, name, issuer, client_id, client_secret_ciphertext, key_id, email_domain) values
      (800, 100, 'Ávila', 'https://idp.avila.example', 'portaria', '\\x01', 'a', 'avila.example');
    insert into federated_identities (issuer, subject, user_id) values ('https://idp.avila.example', 's-1', 202);
    insert into signing_keys (id, public_jwk, private_ciphertext, key_id) values ('k1', '{"kty":"OKP"}', '\\x01', 'a');
    insert into rate_limits (key, points, expire) values ('password:ana@avila.example', 3, 9999999999999);
    insert into challenges (digest, user_id, name, expires_at) values (sha256('g'), 201, 'EMAIL_OTP', now() + interval '5 minutes');
    insert into confirmations (digest, session_id, method, expires_at) values (sha256('h'), '00000000-0000-4000-8000-000000000001', 'password', now());
    insert into confirmation_operations (confirmation_digest, method, path, body_sha256) values (sha256('h'), 'PUT', '/user/201', repeat('0', 64));
    insert into captcha_solutions (digest, expires_at) values (sha256('i'), now());
    insert into outbox (channel, recipient, subject, body_text, sent_at) values ('email', 'ana@avila.example', 'Convite', 'Olá', now()), ('sms', '5511999990000', '', 'codigo', null);
    insert into audit_events (seq, happened_at, operation, event, user_id, company_id, delegation_id, target, before, after, address, request_id, previous_hash, hash) values
      (0, now(), 'userReplace', 'user.updated', 201, 100, 601, 'user:202', '{"name":"Beto"}', '{"name":"Beto Reis"}', '203.0.113.5', 'r1', '', ''),
      (0, now(), 'authLocal', 'sign-in.failed', null, null, null, 'email:x@y.example', null, null, '2001:db8::1', 'r2', '', '');`,
  '0007': `
    insert into recovery_passwords (user_id, digest, expires_at) values (201, sha256('j'), now() + interval '1 day');`,
  '0012': `
    insert into imports (id, user_id, kind, state, file_name, sha256, preview_sha256, created_at, expires_at, done_at) values
      (900, 200, 'companies', 'done', 'operadoras.csv', repeat('1', 64), repeat('2', 64), now(), now(), now());
    insert into import_rows (import_id, line, cells, outcome, label, record_id, refusals, changes) values
      (900, 2, '{"name":"Operadora Ávila"}', 'create', 'Operadora Ávila', 100, '[]', '[]');`,
  '0013': `
    insert into company_invitations (user_id, company_id, invited_by, created_at, expires_at) values
      (202, 101, 200, now(), now() + interval '7 days');`,
  '0027': `
    insert into data_requests (user_id, field, wanted, created_at, due_at) values
      (201, 'name', 'Ana de Lima', now(), now() + interval '15 days');`,
  '0049': `
    insert into module_favourites (user_id, company_id, module_id, spid, created_at) values (201, 100, 40, '1001', now());`,
  '0053': `
    insert into company_logos (company_id, content, content_type, digest) values (100, '\\x89504e47', 'image/png', 'bb');`,
  '0054': `
    insert into list_views (user_id, company_id, list, name, query, created_at, updated_at) values
      (201, null, '/user-list', 'Bloqueados', '{"status":"3"}', now(), now());`,
  '0058': `
    insert into passkeys (user_id, credential_id, public_key, algorithm, sign_count, aaguid, transports, backup_eligible, backed_up, name, rp_id, created_at, last_used_at) values
      (201, '\\x0a0b', '\\xa5', -7, 4, 'bada5566-a7aa-401f-bd96-45619a55120d', '{internal,hybrid}', true, true, '1Password', 'acesso.example', now(), now());
    insert into used_passkey_challenges (digest, expires_at) values (sha256('k'), now());`,
  '0059': `
    insert into sessions (id, user_id, method, browser_digest, address, expires_at) values
      ('00000000-0000-4000-8000-000000000003', 201, 'federated', sha256('f'), '203.0.113.5', now() + interval '8 hours');`,
  '0061': `
    insert into totp_factors (user_id, ciphertext, key_id, last_step, created_at, last_used_at) values
      (201, '\\x0102', 'a', 59000000, now(), now());
    insert into recovery_codes (digest, user_id, created_at, used_at) values
      (sha256('r1'), 201, now(), now()), (sha256('r2'), 201, now(), null);`,
  '0065': `
    insert into email_changes (user_id, old_email, new_email, started_at, started_by, takes_effect_at, expires_at, old_digest, new_digest, new_confirmed_at) values
      (201, 'ana@avila.example', 'ana.lima@avila.example', now(), 200, now() + interval '3 days', now() + interval '7 days', sha256('l'), sha256('m'), now());`,
  '0080': `
    update access_uses set last_used_at = now(), unused_since = current_date where user_profile_id in (select id from user_profiles where user_id = 202);`,
  '0082': `
    insert into separation_rules (id, name, first_profile_id, second_profile_id, first_function_id, second_function_id, active) values
      (950, 'Consultar e excluir', 300, 302, null, null, true), (951, 'Usuários e consulta', null, null, 500, 501, false);
    insert into separation_exceptions (rule_id, user_id, company_id, reason, end_at, requested_by, approved_by, approved_at) values
      (950, 201, 100, 'Plantão de Ana', now() + interval '30 days', 200, 203, now());`,
  '0083': `
    insert into access_reviews (id, name, reviewers, begin_at, started_at, deadline, created_by) values
      (1000, 'Revisão anual', 'masters', now(), now(), now() + interval '30 days', 200);
    insert into access_review_items (review_id, assignment_id, user_id, profile_id, company_id, decision, decided_at, decided_by)
      select 1000, id, user_id, profile_id, company_id, 'keep', now(), 200 from user_profiles where user_id = 202;`,
  '0084': `
    insert into access_requests (requester_id, company_id, module_id, spid, function_id, reason, end_date, state, created_at, expires_at, decided_at, decided_by, profile_id, approved_spids, approved_end, change_hash) values
      (202, 100, 40, '1001', 501, 'Para o projeto', '2999-12-31', 'pending', now(), now() + interval '7 days', null, null, null, null, null, null),
      (202, 100, 40, null, null, 'Para o projeto', null, 'approved', now(), now() + interval '7 days', now(), 201, 300, '{1001}', '2999-12-31', repeat('a', 64));`,
}
