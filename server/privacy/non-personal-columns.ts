import { recordTables } from '../audit-list/record-tables.ts'

/** Columns of tables that store kinds of records without personal data. */
const columnsOfKinds = Object.fromEntries(
  Object.values(recordTables).flatMap(({ table, nonPersonal }) =>
    nonPersonal === null ? [] : [[table, nonPersonal]],
  ),
)

/**
 * Columns of tables without personal data, which describe the installation, a company or the catalogue. User ids, such
 * as the author of a change, stay after an erasure, because they then lead to no person. A new column belongs here, or
 * in `recordTables` (`server/audit-list/record-tables.ts`) if its table stores a kind of record. If the column may hold
 * personal data, it belongs in `personal-data.ts`.
 */
export const nonPersonalColumns: Readonly<Record<string, readonly string[]>> = {
  ...columnsOfKinds,
  audit_checkpoints: ['size', 'note', 'sealed_at'],
  audit_keeping: ['size', 'kept_at'],
  audit_keys: ['name', 'verifier_key', 'private_ciphertext', 'key_id', 'created_at'],
  audit_leaves: ['leaf', 'seq'],
  audit_pending: ['xid', 'seq'],
  audit_tiles: ['level', 'index', 'hashes'],
  captcha_solutions: ['digest', 'used_at', 'expires_at'],
  delegation_profiles: ['delegation_id', 'profile_id'],
  identity_providers: [
    'id',
    'company_id',
    'name',
    'issuer',
    'client_id',
    'client_secret_ciphertext',
    'key_id',
    'email_domain',
    'active',
    'created_at',
  ],
  loose_plans: [
    'id',
    'company_id',
    'module_id',
    'seat_limit',
    'active',
    'created_at',
    'updated_at',
    'version',
    'search_line',
  ],
  company_logos: [
    'company_id',
    'content',
    'content_type',
    'digest',
    'updated_at',
    'salt',
    'url_digest',
  ],
  module_logos: ['module_id', 'content', 'content_type', 'digest', 'updated_at'],
  module_secrets: [
    'id',
    'module_id',
    'slot',
    'ciphertext',
    'key_id',
    'digest',
    'created_at',
    'created_by',
    'last_used_at',
    'retired_at',
    'retired_by',
  ],
  outbox_pace: ['id', 'next_at'],
  plan_companies: ['id', 'plan_id', 'company_id', 'created_at'],
  plan_modules: [
    'id',
    'plan_id',
    'module_id',
    'seat_limit',
    'active',
    'created_at',
    'updated_at',
    'version',
    'search_line',
  ],
  profile_actions: ['profile_id', 'function_id', 'action_id'],
  profile_functions: ['profile_id', 'function_id', 'module_id'],
  secret_questions: ['id', 'name', 'active'],
  signing_keys: [
    'id',
    'public_jwk',
    'private_ciphertext',
    'key_id',
    'created_at',
    'activated_at',
    'retired_at',
  ],
  spids: ['id', 'company_id', 'spid', 'description', 'created_at'],
  used_passkey_challenges: ['digest', 'expires_at'],
  web_assets: ['path', 'content', 'used_at'],
}
