-- Comments of the schema in plain technical English; the code of the functions is unchanged.
create or replace function take_seat() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  profile record;
begin
  select module_id, status into profile from profiles where id = new.profile_id for key share;
  -- Wait for a concurrent activation of the profile or the user; otherwise neither transaction sees the other.
  if profile.status = 0 then
    select module_id, status into profile from profiles where id = new.profile_id for share;
  end if;
  if profile.status = 0
    or exists (select from users where id = new.user_id and status = 0)
    and (select status from users where id = new.user_id for share) = 0
  then
    return new;
  end if;
  perform take_seat_turns(array[new.company_id], array[profile.module_id]);
  if not exists (
    select from seat_holders
    where user_id = new.user_id and company_id = new.company_id and module_id = profile.module_id
  ) then
    perform require_seats(new.company_id, profile.module_id, 1);
  end if;
  return new;
end $$;
create or replace function retake_seats() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  place record;
begin
  -- Wait for a concurrent activation of a profile.
  perform from profiles where status = 0 and id in (select profile_id from user_profiles where user_id = new.id) order by id for share;
  for place in
    select company_id, module_id from seat_holders where user_id = new.id order by seat_turn(company_id, module_id), 1, 2
  loop
    perform require_seats(place.company_id, place.module_id, 0);
  end loop;
  return null;
end $$;
create or replace function announce(keys text[]) returns void language plpgsql set search_path = public, pg_temp as $$
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
create or replace function close_account_doors() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare of_user integer;
begin
  if tg_table_name = 'users' then of_user := new.id; else of_user := new.user_id; end if;
  update challenges set used_at = now() where user_id = of_user and used_at is null;
  delete from recovery_passwords where user_id = of_user;
  delete from one_time_codes where used_at is null and session_id in (select id from sessions where user_id = of_user and ended_at is null);
  -- Expire instead of delete: their operations may be locked by a write of that session that waits for this transaction.
  update confirmations set expires_at = created_at
  where session_id in (select id from sessions where user_id = of_user and ended_at is null);
  update federated_flows set proof_used_at = now()
  where proof_digest is not null and proof_used_at is null
    and session_id in (select id from sessions where user_id = of_user and ended_at is null);
  return null;
end $$;
comment on view people_links is 'Conditions of a user for any access.';
comment on view place_links is 'Conditions of a company and a module for any access there.';
comment on function access_links(timestamptz) is 'Returns one row per profile held (by assignment or delegation) and place: its module in the company, without a SPID and for each SPID. `opens` is the access decision (rulings §6); the columns before it are its conditions, so that the decision and its explanation cannot differ. `delegation_open` also requires that the lender still holds the profile in the company. Filter by user or profile: the conditions are pushed down to indexes.';
comment on view function_links is 'Functions that a profile grants: those assigned to it, and every function of the common module (34), which any user of a module may use.';
comment on view action_links is 'Actions that a profile grants. An action without a path grants nothing. Profiles 3 (Suporte) and 4 (Auditoria) have no write actions, except that 3 resets passwords, resends invitations and lifts locks (contract/reader-profiles.ts; decision 53).';
comment on function close_account_doors() is 'Trigger: a change of the account invalidates unfinished sign-ins, recovery passwords, one-time codes and confirmations, whichever code makes the change.';
comment on table actions is 'An operation within a function, such as create or block.';
comment on table api_tokens is 'A user''s token for programs: shown once, stored as a hash. It acts as that user in one company and ends with the user.';
comment on column api_tokens.company_id is 'Company in which the token acts: the company of its creator.';
comment on column api_tokens.start is 'First characters of the token, enough to recognise it and useless for guessing it.';
comment on column api_tokens.closed_at is 'Revoked, or expired and replaced by another token. An expired token stays open until then, because expiry does not update the row.';
comment on column api_tokens.revoked_by is 'Null when the token was revoked by a change of the account or by a new role.';
comment on column api_tokens.ending_told_at is 'When the user was notified that the token expires within a week. The process that sets it sends the mail.';
comment on column api_tokens.new_role is 'Revoked because its holder received a role that the token''s creator may not grant.';
comment on function revoke_api_tokens() is 'Trigger: a block, a deletion and a new password revoke the user''s tokens permanently, whichever code makes the change.';
comment on function revoke_api_tokens_of_raised() is 'Statement trigger: when a user receives an administrator profile (1 to 4), a master profile or a delegation, tokens that others created for them in that company are revoked permanently, because they would give their creators the new rights. Tokens created by a holder of profile 1 stay, since that holder may grant the role anyway. An update of an assignment changes only its SPID, so inserts suffice.';
comment on table audit_entries is 'The sealed part of an audit event: user, operation, time and how identity was confirmed. Insert-only. Personal data of the event is in audit_values; audit_events joins both.';
comment on column audit_entries.seq is 'Identifies the event. It is not the position in the log, and it has gaps: a rolled-back write consumes a number.';
comment on column audit_entries.target is 'Record that was written, as resource:id, such as user:12; null if the target is personal data (audit_values).';
comment on column audit_entries.delegation_id is 'Set if the right to write came from an active delegation.';
comment on column audit_entries.part_of is 'The main event of a write that changes several records, for each of its parts; otherwise null.';
comment on column audit_entries.confirmed_by is 'password or federated if identity was confirmed for this write; otherwise null.';
comment on column audit_entries.commitments is 'SHA-256 of salt and value, base64, for each value of this event in audit_values, by name.';
comment on view audit_events is 'Complete audit events, without erased values.';
comment on column audit_events.seq is 'Identifies the event. Never null.';
comment on column audit_events.target is 'Record that was written, as resource:id, such as user:12.';
comment on column audit_events.before is 'The record before the write, without secrets; null if it was created or the value was erased.';
comment on column audit_events.after is 'The record after the write, without secrets; null if it was deleted or the value was erased.';
comment on table audit_pending is 'Events that are not in the log yet. Each write inserts its own; the sealer deletes them.';
comment on column audit_pending.xid is 'Transaction that wrote the event. The log is ordered by it.';
comment on table audit_leaves is 'Event of each leaf of the tree, numbered from 0.';
comment on function refuse_other_tile() is 'Trigger of audit_tiles: allows only appending hashes.';
comment on table audit_tiles is 'Hashes of the tree (C2SP tlog-tiles): 256 per tile, SHA-256 as in RFC 9162. The last tile of each level grows until it is full.';
comment on table audit_checkpoints is 'The tree head after each sealing.';
comment on column audit_checkpoints.size is 'Number of leaves of the tree.';
comment on column audit_checkpoints.note is 'The signed head, as stored outside the database (C2SP tlog-checkpoint).';
comment on table audit_keeping is 'The newest head that was stored in AUDIT_CHECKPOINTS.';
comment on table audit_keys is 'The Ed25519 key that signs the heads of the log, generated at the first start.';
comment on column audit_keys.name is 'Origin of the log: the host of PUBLIC_URL when the key was generated, followed by /audit.';
comment on column audit_keys.verifier_key is 'The public key in the format of verifiers (C2SP signed-note).';
comment on column audit_keys.key_id is 'The configured key that encrypted the private key.';
comment on table audit_values is 'Personal data of an event: address, before, after, and a target that a user typed. The log seals a commitment to each value, so that a value can be erased and the log stays verifiable.';
comment on column audit_values.value is 'JSON, byte for byte as committed.';
comment on column audit_values.salt is 'Random bytes that prevent guessing the value from its commitment.';
comment on function erase_audit_values(bigint[], text[], text) is 'Erases these values, given as pairs of event and name, for a request. The trigger records an event for each. Returns their number.';
comment on function erase_audit_value(bigint, text) is 'Erases one value of an event by hand. A value that is missing without a recorded erasure is reported as tampering.';
comment on function refuse_change_unless_erasing() is 'Trigger of audit_values: allows only erasures by erase_audit_values().';
comment on function tell_erasure() is 'Trigger of audit_values: records an audit event for each erased value, whichever role or code erases it.';
comment on table captcha_solutions is 'Accepted captcha tokens until they expire: each is accepted once.';
comment on table challenges is 'An unfinished sign-in: the next step and the one-time code that was sent. Used once.';
comment on column challenges.digest is 'SHA-256 of the handle that the browser holds (Session on the wire).';
comment on column challenges.otp_hash is 'HMAC of the 6 digits and the challenge. Its key is not in the database, so trying 10^6 codes requires the key too.';
comment on function mask_cnpj(text) is 'Formats a CNPJ as in lists, so that users can search for what they see.';
comment on table companies is 'A telecom operator (empresa, accredited operator), identified by its CNPJ.';
comment on column companies.document is 'CNPJ without punctuation, upper case. Its first 12 characters may be letters since July 2026.';
comment on column companies.search_line is 'Text of all searchable columns of the list, one per line; the CNPJ with and without punctuation.';
comment on table company_invitations is 'Invites an existing user to a company. The inviter does not see that account; accepting creates the membership.';
comment on column company_invitations.declined_at is 'When it was declined. The row stays until it expires, so that no second invitation is mailed before.';
comment on table confirmation_operations is 'One write that a confirmation permits once: method, path without /api, SHA-256 of the body.';
comment on table confirmations is 'Confirmed identity (rulings §5): a code of a session that permits the listed writes for 2 minutes.';
comment on column confirmations.company_id is 'Company of the requesting token, with its SPID. The code permits only writes of that company. Null for the initial token.';
comment on table data_requests is 'Users'' requests to correct their personal data (LGPD art. 18), with the administrator''s response.';
comment on column data_requests.wanted is 'The correct value, as the user wrote it.';
comment on column data_requests.due_at is 'Deadline, 15 days after the request (LGPD art. 19).';
comment on function end_delegations_of_taken() is 'Statement trigger of user_profiles: a delegation loses the profiles that its lender loses, and ends with the last of them. It stays ended when the lender receives the profile again.';
comment on table delegation_profiles is 'The profiles of a delegation.';
comment on table delegations is 'Lends the master role of a company to a user for a period.';
comment on column delegations.closed_at is 'When it was removed before its end, or its lender lost all its profiles. A delegation that expires stays open.';
comment on column delegations.closed_by is 'User who removed it; null if it ended because the lender lost its profiles.';
comment on column delegations.begin_told_at is 'When both users were notified by mail of its begin. The mail may be late; the effect is not.';
comment on column delegations.end_told_at is 'When both users were notified of its end. A delegation that was removed before its begin sends no mails and has both columns set.';
comment on constraint delegations_apart on delegations is 'At most one open delegation per user, company and time. Single-number ranges avoid the extension btree_gist.';
comment on table federated_flows is 'An authorization request to an identity provider in progress: state, nonce and PKCE verifier, bound to the browser that started it.';
comment on column federated_flows.proof_digest is 'SHA-256 of the token issued after a fresh authentication in the popup. POST /user-local/validate-token accepts it once.';
comment on table federated_identities is 'Links a user to an account at an identity provider: by verified e-mail the first time, then by issuer and subject.';
comment on table functions is 'A capability of a module. In module 1, a front function is a screen and a back function is an endpoint.';
comment on column functions.search_doubled is 'search_line with every character doubled. Its index finds words of two characters or more.';
comment on column functions.accredited_enable is 'Exibir para empresas: companies may add it to their own profiles.';
comment on table identity_providers is 'OpenID Connect provider of a company, selected by e-mail domain. The association''s own provider is configured by environment variables.';
comment on table import_rows is 'The rows of an imported file with their outcomes.';
comment on column import_rows.line is 'Line number in the file; the header is line 1.';
comment on column import_rows.cells is 'Cells as text, by column. The commit validates them again.';
comment on column import_rows.unreadable is 'Messages for cells that cannot be read, by column. Such a row is refused; the cell is not treated as blank.';
comment on column import_rows.same is 'For the first of several rows refused for the same reasons: their number and their line numbers as text. Null for other rows.';
comment on column import_rows.rank is 'Sort order of outcomes; rows that need attention come first.';
comment on column import_rows.record_id is 'The affected record; null until it is created.';
comment on column import_rows.warnings is 'Sentences shown to the user before the commit; the row is committed anyway.';
comment on column import_rows.before is 'The record before the change, for an undo.';
comment on column import_rows.after is 'The record after the change, with its version, so that an undo detects later changes.';
comment on table imports is 'An uploaded file of rows: a draft for one hour, then its result for as long as it can be undone. The audit log records the changes.';
comment on column imports.sha256 is 'SHA-256 of the file in hex; the commit request names it.';
comment on column imports.preview_sha256 is 'SHA-256 of the previewed changes in hex; a commit with other changes is refused.';
comment on column imports.effects is 'Combined effects of the rows as sentences, where a count of rows is not enough.';
comment on column imports.sheet is 'The sheet of the workbook that was read; null for files without sheets.';
comment on column imports.letters is 'Spreadsheet column letters, by column key.';
comment on table loose_plans is 'Plano avulso: seats of one module for one company, in addition to its plans.';
comment on column loose_plans.search_line is 'Searchable text of the loose plan itself, dates in UTC. The list also searches the names of company, service and module.';
comment on table module_logos is 'The logo of a module, at most 256 KB; its content is validated before it is stored.';
comment on column module_logos.digest is 'SHA-256 of the content in hex. Part of the URL, so that browsers may cache it permanently.';
comment on table module_secrets is 'Secrets with which a module exchanges codes. At most two are live, so that they can be rotated without downtime.';
comment on column module_secrets.ciphertext is 'AES-256-GCM: nonce (12 bytes), ciphertext, tag (16 bytes). The module id is the associated data.';
comment on column module_secrets.key_id is 'The configured key that encrypted it, for key rotation.';
comment on column module_secrets.digest is 'SHA-256 of the secret (256 random bits), for comparison without decryption.';
comment on table module_visits is 'When a user last opened a module for a company. The access page lists the most recent first.';
comment on table modules is 'An application that users sign in to. Module 1 is this console, module 34 the common module.';
comment on column modules.url is 'Address without its protocol. A module without one cannot be chosen (portal.md §4).';
comment on column modules.status is '1 active; 0 inactive and not offered for selection.';
comment on table one_time_codes is 'Codes that transfer a user from the portal to a module: 256 random bits, stored as a hash, valid for 60 s, single use.';
comment on column one_time_codes.token_id is 'Token issued by the exchange. A second exchange of the code revokes it.';
comment on column one_time_codes.module_id is 'The module; null for the code that completes a federated sign-in, which is exchanged for the initial token.';
comment on table outbox_pace is 'When the next bulk mail may be sent, for all processes. One row, locked by the process that sends.';
comment on function announce_message() is 'Trigger of outbox: a message is pending, or is to be retried sooner. The writing process delivers it immediately; other processes poll every few seconds.';
comment on table outbox is 'Mail and SMS, inserted by the transaction that causes them and retried until delivered.';
comment on column outbox.last_error is 'Reason of the last failure as a sentence, without the server''s response, which may contain the message.';
comment on column outbox.sealed_text is 'Text and HTML as JSON, AES-256-GCM; the message id is the associated data. Null after delivery by a real transport, or after the secret in it expired.';
comment on column outbox.key_id is 'The configured key that encrypted it.';
comment on column outbox.expires_at is 'When the code or temporary password in the message expires; null without one. The message is not delivered afterwards.';
comment on column outbox.first_access_of is 'The invited user, if the message is an invitation. Its temporary password and text are generated on sending; until then the sealed text is the inviter.';
comment on column outbox.bulk is 'Sent at a limited rate, after all other messages: one of many mails of a write, or a notice of a change that another user made.';
comment on column outbox.turn is 'Send order of bulk mails. The mails of one write have consecutive numbers, starting with the next one due, so that two writes alternate.';
comment on table passwords is 'Current and previous passwords of a user. The last 12 cannot be reused (rulings §4).';
comment on column passwords.hash is 'Argon2id in PHC format with its parameters, so that they can be raised at the next sign-in.';
comment on column passwords.temporary is 'From an invitation or a reset: permits only setting a new password, until expires_at.';
comment on table plan_companies is 'The companies of each plan.';
comment on table plan_modules is 'Seats of a module that a plan gives to each of its companies.';
comment on column plan_modules.search_line is 'Searchable text of the row itself: its creation in UTC. The list also searches the module''s name.';
comment on table plans is 'A bundle of module seats for companies.';
comment on column plans.search_line is 'Searchable text of the list of plans; dates in UTC.';
comment on table profile_actions is 'The actions of a profile, each belonging to a function of the profile.';
comment on table profile_functions is 'The functions of a profile. module_id ensures that both belong to the same module.';
comment on table profiles is 'A named set of functions and actions of one module (a role). Profiles 1 to 4 belong to administrators; 8 is the master profile.';
comment on column profiles.company_id is 'The company that created it (accredit_id on the wire); null if an administrator created it (accredit_id 0).';
comment on column profiles.search_line is 'Searchable text of the list; a deleted profile has the status Excluído.';
comment on table rate_limits is 'Counters of wrong passwords, wrong codes and sent messages. An expired counter starts again.';
comment on column rate_limits.expire is 'Expiry in milliseconds since 1970.';
comment on table recovery_passwords is 'Temporary password mailed by a recovery. It is valid beside the current password, so that an unrequested recovery does not invalidate a password. A new password ends both.';
comment on column recovery_passwords.digest is 'SHA-256. The password has more than 110 random bits, so a slow hash would add nothing (ASVS 6.5.2).';
comment on view seat_grants is 'Seats of a module for a company, one row per active plan or active loose plan that gives them.';
comment on function seat_limit(integer, integer) is 'Maximum number of users of a company with a profile of a module: the sum of active plans and loose plans. 0 means not entitled.';
comment on table secret_answers is 'The answer to the selected question, normalised (case, accents, spaces) and hashed like a password.';
comment on table secret_questions is 'Questions offered at first access.';
comment on table services is 'First level of the catalogue; a service groups modules.';
comment on function announce_session() is 'Row trigger of sessions: an update of last_used_at, which is frequent, must not announce anything.';
comment on function end_sessions_of_user() is 'Trigger: a block or a deletion ends the user''s sessions, whichever code makes the change.';
comment on table sessions is 'One sign-in. Its tokens end with it; all processes are notified immediately.';
comment on column sessions.browser_digest is 'SHA-256 of the value stored only in the browser''s cookie (rulings §3).';
comment on column sessions.reduced is 'The user was sent directly to a module: the portal shows its reduced frame (portal.md §4).';
comment on column sessions.last_used_at is 'Written in batches; may lag by up to a minute.';
comment on column sessions.id_token is 'ID token required by the identity provider at sign-out; only for federated sessions.';
comment on collation natural_order is 'Portuguese sort order with numbers compared by value: Plano 2 comes before Plano 10.';
comment on function touch() is 'Trigger: sets updated_at and increments version. A client sends the version back to detect a concurrent change.';
comment on function search_fold(text) is 'Normalises text for searching: lower case, without accents and invisible characters, one kind of apostrophe and hyphen. Identical to searchKey in contract/text-folding.ts.';
comment on function search_pattern(text) is 'LIKE pattern that matches search lines containing the text; measured twice as fast as strpos.';
comment on function search_instant(timestamptz) is 'Formats a timestamp as lists show it, so that users can search for what they see.';
comment on function search_instant_utc(timestamptz) is 'Formats a timestamp as lists of plans show it: in UTC (console.md §9).';
comment on function search_line(text, timestamptz, timestamptz, boolean) is 'Text of all searchable columns of a list (console.md §2), one per line. Stored, because computing it costs more than searching it.';
comment on function search_doubled(text) is 'Doubles each character, so that a trigram index finds words of two characters: "99" is contained in a line if "9999" is contained in this.';
comment on function tell_writer(text) is 'Sends a payload only to the process that runs this statement. NOTIFY serialises commits in the whole database; a message of level INFO costs nothing, is always sent to the client and is not written to the log.';
comment on function announce(text[]) is 'Cache invalidation: all processes evict entries with these keys, such as user:5 or place:3/7; the writing process does so right after its commit. Above 10,000 keys everything is evicted, which is cheaper than listing them.';
comment on function announce_rows() is 'Statement trigger. Arguments: the columns that cached entries depend on, and an expression for the key of a row. Announces all rows inserted, deleted or changed in one of those columns. The key uses only columns of the row: other tables may be changed concurrently.';
comment on function refuse_change() is 'Trigger of insert-only tables.';
comment on table signing_keys is 'Ed25519 keys that sign tokens. Retired keys stay published until their tokens have expired.';
comment on column signing_keys.key_id is 'The configured key that encrypted the private key.';
comment on table tokens is 'Signed tokens issued for a session, so that each can be revoked. They expire with the session.';
comment on table user_companies is 'Companies that a user belongs to. Membership grants nothing there.';
comment on view seat_holders is 'Users who occupy a seat: active, with at least one active profile of the module in the company. One row per user, company and module.';
comment on view seats is 'Limit, used and free seats of every module that a company is entitled to or has users in. Filter by company and module: the conditions are pushed down to indexes.';
comment on function seats_used(integer, integer) is 'Number of active users of a company with at least one profile of a module.';
comment on function seat_turn(integer, integer) is 'Advisory lock that serialises changes of the seats of a company and module. There are 256 for all places, because the shared lock table holds only a few thousand locks.';
comment on function take_seat_turns(integer[], integer[]) is 'Serialises transactions that occupy seats of these pairs of company and module, until they end. A transaction that needs several locks takes them in one call, or in the order of seat_turn(), to avoid deadlocks.';
comment on function require_seats(integer, integer, integer) is 'Raises an error if a company would exceed its seats of a module. Serialises transactions that occupy seats there until they end.';
comment on function take_seat() is 'Trigger: a new user of a module occupies a seat or is refused. Assignments of one company and module are serialised. Deleted users and deleted profiles occupy no seats.';
comment on function retake_seats() is 'Trigger: reactivating a deleted user requires free seats for every module held.';
comment on function retake_seats_of_profile() is 'Trigger: reactivating a deleted profile requires free seats for its users, except those who have a seat by another profile of the module.';
comment on table user_profiles is 'Assignment of a profile to a user for a company and SPID. Only assignments and active delegations grant access.';
comment on column user_profiles.spid is 'The SPID it is limited to; null for a company without SPIDs or for all SPIDs.';
comment on index users_search_idx is 'Without fastupdate: every search would scan its pending list, and a sign-in would have to flush it.';
comment on index users_email_idx is 'Like every index of a sort column of users, it includes the searched columns, so that a page is read by an index-only scan.';
comment on index users_other_characters_idx is 'The few rows with characters other than those of folded Portuguese text. For a pair of letters before such a character the query cannot name a trigram.';
comment on function note_deletion() is 'Trigger: maintains deleted_at, whichever code deletes the user. The erasure period starts then.';
comment on index users_deleted_idx is 'Deleted users whose personal data is not erased yet.';
comment on function announce_users() is 'Like announce_rows(), but with a cached plan: every sign-in updates a row without announcing anything.';
comment on table users is 'A user. Rights come only from user_profiles and active delegations.';
comment on column users.public_id is 'cognito_id of a user with a password. The cognito_id of a federated user is the e-mail, which contains an @.';
comment on column users.company_id is 'Company that the user is bound to (accredit_id); null for users of several companies and of the association.';
comment on column users.previous_access_at is 'Time of the previous sign-in, shown on the first page after sign-in.';
comment on column users.search_line is 'Searchable text of the list, one value per line: name, e-mail, phone. Also sorts by name.';
comment on column users.deleted_at is 'When the user was deleted; null while active.';
comment on column users.erased_at is 'When all personal data of a deleted user was erased in all tables. Never undone.';
