// Written by `npm run db:types` from the migrated database. Don't edit.
import type { ColumnType } from 'kysely'

type Generated<T> =
  T extends ColumnType<infer Read, infer Insert, infer Update>
    ? ColumnType<Read, Insert | undefined, Update>
    : ColumnType<T, T | undefined, T>

type GeneratedAlways<T> = ColumnType<T, never, never>

type Timestamp = ColumnType<Date, Date | string, Date | string>

/** Value read from a json column; it is inserted as text. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | JsonValue[]
  | { [key: string]: JsonValue | undefined }
type Json = ColumnType<JsonValue, string, string>

/** Requests of users for access that they lack. An approval creates an assignment, which alone grants access; the request records who decided what. */
export interface AccessRequestsTable {
  id: Generated<number>
  requester_id: number
  company_id: number
  module_id: number
  /** The SPID for which the access is requested; null for any. Not a reference, since SPIDs may be deleted. */
  spid: string | null
  function_id: number | null
  action_id: number | null
  reason: string
  /** Last day in São Paulo for which the access is requested; null for no end. */
  end_date: string | null
  state: Generated<string>
  created_at: Timestamp
  /** When a pending request can no longer be decided, even before a job marks it as expired. */
  expires_at: Timestamp
  /** When the mail to its approvers was queued. */
  told_at: Timestamp | null
  /** When the reminder to its approvers was queued. */
  reminded_at: Timestamp | null
  decided_at: Timestamp | null
  decided_by: number | null
  answer: string | null
  profile_id: number | null
  /** SPIDs of the assignments that the approval gave; empty for one without SPID. */
  approved_spids: string[] | null
  approved_begin: string | null
  approved_end: string | null
  /** SHA-256, in hexadecimal digits, of requester, company, profile, SPIDs, days and exceptions, as approved. */
  change_hash: string | null
  updated_at: Generated<Timestamp>
  version: Generated<number>
}

/** The assignments that existed when a review began. */
export interface AccessReviewItemsTable {
  id: Generated<number>
  review_id: number
  /** Null after the assignment was removed or replaced. */
  assignment_id: number | null
  user_id: number
  profile_id: number
  company_id: number
  spid: string | null
  /** Noted decision. It has an effect only when it is confirmed, which sets the outcome. */
  decision: string | null
  /** Last day of a shortened assignment, in São Paulo. */
  end_day: string | null
  decided_at: Timestamp | null
  decided_by: number | null
  /** suspended and escalated: nobody had decided at the deadline. gone: the assignment no longer existed. */
  outcome: string | null
  settled_at: Timestamp | null
}

/** Access reviews (Recertificação): by the deadline, a reviewer confirms, shortens or removes each assignment of the scope (decision 105). */
export interface AccessReviewsTable {
  id: Generated<number>
  name: string
  /** Companies of the scope; empty for all. Likewise module_ids and profile_ids. */
  company_ids: Generated<number[]>
  module_ids: Generated<number[]>
  profile_ids: Generated<number[]>
  /** masters: those who may assign profiles in the company, and administrators. administrators: only these. */
  reviewers: string
  /** When its items are created. In the future for the repetition of a closed review. */
  begin_at: Timestamp
  deadline: Timestamp
  /** When it is closed, the next one begins this number of months after its begin; null for never. */
  repeat_months: number | null
  created_at: Generated<Timestamp>
  created_by: number
  started_at: Timestamp | null
  week_told_at: Timestamp | null
  last_day_told_at: Timestamp | null
  closed_at: Timestamp | null
  /** Who closed it without an effect; null if it ended at its deadline. */
  cancelled_by: number | null
}

/** Last use of each assignment: an exchange of a code, or a call with a token or API token, that it opened (decision 103). Written behind, at most 60 s late. */
export interface AccessUsesTable {
  user_profile_id: number
  /** Null if it was never used. */
  last_used_at: Timestamp | null
  /** Day of the last use in São Paulo, or of the creation. It changes once a day, so that most updates leave the index alone. */
  unused_since: string
}

/** Links Não fui eu that were used, until they expire: each works once (decision 97). */
export interface AccountReportsTable {
  /** SHA-256 of the token of the link. */
  digest: Buffer
  user_id: number
  created_at: Generated<Timestamp>
  expires_at: Timestamp
}

/** Actions that a profile grants. An action without a path grants nothing. Profiles 3 (Suporte) and 4 (Auditoria) have no write actions, except that 3 resets passwords, resends invitations and lifts locks (contract/reader-profiles.ts; decision 53). */
export interface ActionLinksTable {
  profile_id: number | null
  function_id: number | null
  action_id: number | null
  action_active: boolean | null
}

/** An operation within a function, such as create or block. */
export interface ActionsTable {
  id: Generated<number>
  function_id: number
  name: string
  path: string | null
  active: Generated<boolean>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  version: Generated<number>
  search_line: GeneratedAlways<string | null>
}

/** A user's token for programs: shown once, stored as a hash. It acts as that user in one company and ends with the user. */
export interface ApiTokensTable {
  id: Generated<number>
  user_id: number
  digest: Buffer
  expires_at: Timestamp | null
  created_at: Generated<Timestamp>
  created_by: number
  revoked_at: Timestamp | null
  /** Null when the token was revoked by a change of the account or by a new role. */
  revoked_by: number | null
  last_used_at: Timestamp | null
  /** Company in which the token acts: the company of its creator. */
  company_id: number
  /** First characters of the token, enough to recognise it and useless for guessing it. */
  start: string
  /** Revoked, or expired and replaced by another token. An expired token stays open until then, because expiry does not update the row. */
  closed_at: Timestamp | null
  last_used_address: string | null
  /** When the user was notified that the token expires within a week. The process that sets it sends the mail. */
  ending_told_at: Timestamp | null
  /** Revoked because its holder received a role that the token's creator may not grant. */
  new_role: Generated<boolean>
}

/** The tree head after each sealing. */
export interface AuditCheckpointsTable {
  /** Number of leaves of the tree. */
  size: number
  /** The signed head, as stored outside the database (C2SP tlog-checkpoint). */
  note: string
  sealed_at: Generated<Timestamp>
}

/** The sealed part of an audit event: user, operation, time and how identity was confirmed. Insert-only. Personal data of the event is in audit_values; audit_events joins both. */
export interface AuditEntriesTable {
  /** Identifies the event. It is not the position in the log, and it has gaps: a rolled-back write consumes a number. */
  seq: GeneratedAlways<number>
  happened_at: Generated<Timestamp>
  operation: string
  event: string
  user_id: number | null
  session_id: string | null
  company_id: number | null
  /** Set if the right to write came from an active delegation. */
  delegation_id: number | null
  api_token_id: number | null
  /** Record that was written, as resource:id, such as user:12; null if the target is personal data (audit_values). */
  target: string | null
  /** password or federated if identity was confirmed for this write; otherwise null. */
  confirmed_by: string | null
  request_id: string
  /** The main event of a write that changes several records, for each of its parts; otherwise null. */
  part_of: number | null
  /** SHA-256 of salt and value, base64, for each value of this event in audit_values, by name. */
  commitments: Generated<Json>
}

/** Complete audit events, without erased values. */
export interface AuditEventsTable {
  /** Identifies the event. Never null. */
  seq: number
  /** Never null. */
  happened_at: Timestamp
  /** Never null. */
  operation: string
  /** Never null. */
  event: string
  user_id: number | null
  session_id: string | null
  company_id: number | null
  delegation_id: number | null
  api_token_id: number | null
  /** Record that was written, as resource:id, such as user:12. */
  target: string | null
  /** The record before the write, without secrets; null if it was created or the value was erased. */
  before: Json | null
  /** The record after the write, without secrets; null if it was deleted or the value was erased. */
  after: Json | null
  confirmed_by: string | null
  address: string | null
  /** Never null. */
  request_id: string
  part_of: number | null
}

/** The newest head that was stored in AUDIT_CHECKPOINTS. */
export interface AuditKeepingTable {
  size: number
  kept_at: Timestamp
}

/** The Ed25519 key that signs the heads of the log, generated at the first start. */
export interface AuditKeysTable {
  /** Origin of the log: the host of PUBLIC_URL when the key was generated, followed by /audit. */
  name: string
  /** The public key in the format of verifiers (C2SP signed-note). */
  verifier_key: string
  private_ciphertext: Buffer
  /** The configured key that encrypted the private key. */
  key_id: string
  created_at: Generated<Timestamp>
}

/** Event of each leaf of the tree, numbered from 0. */
export interface AuditLeavesTable {
  leaf: number
  seq: number
}

/** Events that are not in the log yet. Each write inserts its own; the sealer deletes them. */
export interface AuditPendingTable {
  /** Transaction that wrote the event. The log is ordered by it. */
  xid: Generated<string>
  seq: number
}

/** Hashes of the tree (C2SP tlog-tiles): 256 per tile, SHA-256 as in RFC 9162. The last tile of each level grows until it is full. */
export interface AuditTilesTable {
  level: number
  index: number
  hashes: Buffer
}

/** Personal data of an event: address, before, after, a target that a user typed, and a signature of a passkey with what it signed. The log seals a commitment to each value, so that a value can be erased and the log stays verifiable. */
export interface AuditValuesTable {
  seq: number
  /** address, before, after, target or signed. */
  name: string
  /** JSON, byte for byte as committed. */
  value: string
  /** Random bytes that prevent guessing the value from its commitment. */
  salt: Buffer
}

/** Accepted captcha tokens until they expire: each is accepted once. */
export interface CaptchaSolutionsTable {
  digest: Buffer
  used_at: Generated<Timestamp>
  expires_at: Timestamp
}

/** An unfinished sign-in: the next step and the one-time code that was sent. Used once. */
export interface ChallengesTable {
  /** SHA-256 of the handle that the browser holds (Session on the wire). */
  digest: Buffer
  user_id: number
  name: string
  /** HMAC of the 6 digits and the challenge. Its key is not in the database, so trying 10^6 codes requires the key too. With the name WEB_AUTHN: the WebAuthn challenge, which is not secret. */
  otp_hash: Buffer | null
  otp_expires_at: Timestamp | null
  tries: Generated<number>
  sends: Generated<number>
  created_at: Generated<Timestamp>
  expires_at: Timestamp
  used_at: Timestamp | null
}

/** A telecom operator (empresa, accredited operator), identified by its CNPJ. */
export interface CompaniesTable {
  id: Generated<number>
  name: string
  email: string
  /** CNPJ without punctuation, upper case. Its first 12 characters may be letters since July 2026. */
  document: string
  active: Generated<boolean>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  version: Generated<number>
  /** Text of all searchable columns of the list, one per line; the CNPJ with and without punctuation. */
  search_line: GeneratedAlways<string | null>
  /** What is required of the sign-in before a module is opened for this company: nothing, an own second factor (passkey or authenticator app), or a passkey. */
  sign_in_policy: Generated<string>
  /** First instant of the day in São Paulo from which sign_in_policy applies. */
  sign_in_policy_begins_at: Timestamp | null
  /** Maximum number of days of a new period of an assignment in the company; null if there is none. Existing assignments stay. */
  assignment_days_max: number | null
}

/** Invites an existing user to a company. The inviter does not see that account; accepting creates the membership. */
export interface CompanyInvitationsTable {
  id: Generated<number>
  user_id: number
  company_id: number
  invited_by: number
  created_at: Generated<Timestamp>
  expires_at: Timestamp
  /** When it was declined. The row stays until it expires, so that no second invitation is mailed before. */
  declined_at: Timestamp | null
}

/** The logo of a company, at most 256 KB; its content is validated before it is stored. */
export interface CompanyLogosTable {
  company_id: number
  content: Buffer
  content_type: string
  /** SHA-256 of the content in hex. */
  digest: string
  updated_at: Generated<Timestamp>
  /** Random value, which is never shown. */
  salt: Generated<string>
  /** SHA-256 of salt and digest in hex. Part of the URL, so that browsers may cache it permanently. Without the salt it cannot be calculated from the image, which would show whose logo a known image is. */
  url_digest: GeneratedAlways<string>
}

/** One write that a confirmation permits once: method, path without /api, SHA-256 of the body. */
export interface ConfirmationOperationsTable {
  id: GeneratedAlways<number>
  confirmation_digest: Buffer
  method: string
  path: string
  body_sha256: string
  used_at: Timestamp | null
}

/** Confirmed identity (rulings §5): a code of a session that permits the listed writes for 2 minutes. */
export interface ConfirmationsTable {
  digest: Buffer
  session_id: string
  method: string
  created_at: Generated<Timestamp>
  expires_at: Timestamp
  /** Company of the requesting token, with its SPID. The code permits only writes of that company. Null for the initial token. */
  company_id: number | null
  spid: string | null
}

/** Users' requests to correct their personal data (LGPD art. 18), with the administrator's response. */
export interface DataRequestsTable {
  id: Generated<number>
  user_id: number
  field: string
  /** The correct value, as the user wrote it. */
  wanted: string
  created_at: Timestamp
  /** Deadline, 15 days after the request (LGPD art. 19). */
  due_at: Timestamp
  answered_at: Timestamp | null
  answered_by: number | null
  accepted: boolean | null
  answer: string | null
}

/** The profiles of a delegation. */
export interface DelegationProfilesTable {
  delegation_id: number
  profile_id: number
}

/** Lends the master role of a company to a user for a period. */
export interface DelegationsTable {
  id: Generated<number>
  user_id: number
  company_id: number
  begin_at: Timestamp
  end_at: Timestamp | null
  delegated_by: number
  created_at: Generated<Timestamp>
  /** When it was removed before its end, or its lender lost all its profiles. A delegation that expires stays open. */
  closed_at: Timestamp | null
  /** User who removed it; null if it ended because the lender lost its profiles. */
  closed_by: number | null
  /** When both users were notified by mail of its begin. The mail may be late; the effect is not. */
  begin_told_at: Timestamp | null
  /** When both users were notified of its end. A delegation that was removed before its begin sends no mails and has both columns set. */
  end_told_at: Timestamp | null
}

/** Changes of the e-mail of users (decision 98). Rows are deleted a day after they expire; the audit log keeps the events. */
export interface EmailChangesTable {
  id: Generated<number>
  user_id: number
  /** E-mail of the user at the start. It can confirm and cancel the change. */
  old_email: string
  new_email: string
  started_at: Timestamp
  /** The user, or an administrator. */
  started_by: number
  /** When the change takes effect if only the new mailbox has confirmed it. It takes effect at once if both have. */
  takes_effect_at: Timestamp
  /** End of a change that has not taken effect. Its links then stop working. */
  expires_at: Timestamp
  /** SHA-256 of the 256-bit code in the link to the old mailbox, which confirms once and cancels. */
  old_digest: Buffer
  /** SHA-256 of the 256-bit code in the link to the new mailbox, which confirms once. If the address belongs to another account, no link has this code. */
  new_digest: Buffer
  old_confirmed_at: Timestamp | null
  new_confirmed_at: Timestamp | null
  cancelled_at: Timestamp | null
  /** User who cancelled it in a session; null if the old mailbox did, or if the address belonged to another account when it was to take effect. */
  cancelled_by: number | null
  done_at: Timestamp | null
}

/** An authorization request to an identity provider in progress: state, nonce and PKCE verifier, bound to the browser that started it. */
export interface FederatedFlowsTable {
  state_digest: Buffer
  purpose: string
  provider_id: number | null
  issuer: string
  nonce: string
  code_verifier: string
  browser_digest: Buffer
  session_id: string | null
  created_at: Generated<Timestamp>
  expires_at: Timestamp
  used_at: Timestamp | null
  /** SHA-256 of the token issued after a fresh authentication in the popup. POST /user-local/validate-token accepts it once. */
  proof_digest: Buffer | null
  proof_expires_at: Timestamp | null
  proof_used_at: Timestamp | null
}

/** Links a user to an account at an identity provider: by verified e-mail the first time, then by issuer and subject. */
export interface FederatedIdentitiesTable {
  issuer: string
  subject: string
  user_id: number
  created_at: Generated<Timestamp>
}

/** Functions that a profile grants: those assigned to it, and every function of the common module (34), which any user of a module may use. */
export interface FunctionLinksTable {
  profile_id: number | null
  function_id: number | null
  module_id: number | null
  function_active: boolean | null
}

/** A capability of a module. In module 1, a front function is a screen and a back function is an endpoint. */
export interface FunctionsTable {
  id: Generated<number>
  module_id: number
  name: string
  url: string
  code: string | null
  environment: string | null
  method: string | null
  /** Exibir para empresas: companies may add it to their own profiles. */
  accredited_enable: Generated<boolean>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  version: Generated<number>
  active: Generated<boolean>
  search_line: GeneratedAlways<string | null>
  /** search_line with every character doubled. Its index finds words of two characters or more. */
  search_doubled: GeneratedAlways<string | null>
}

/** OpenID Connect provider of a company, selected by e-mail domain. The association's own provider is configured by environment variables. */
export interface IdentityProvidersTable {
  id: Generated<number>
  company_id: number | null
  name: string
  issuer: string
  client_id: string
  client_secret_ciphertext: Buffer
  key_id: string
  email_domain: string
  active: Generated<boolean>
  created_at: Generated<Timestamp>
}

/** The rows of an imported file with their outcomes. */
export interface ImportRowsTable {
  id: Generated<number>
  import_id: number
  /** Line number in the file; the header is line 1. */
  line: number
  /** Cells as text, by column. The commit validates them again. */
  cells: Json
  outcome: string
  /** Sort order of outcomes; rows that need attention come first. */
  rank: GeneratedAlways<number>
  label: string
  /** The affected record; null until it is created. */
  record_id: number | null
  refusals: Json
  changes: Json
  /** Sentences shown to the user before the commit; the row is committed anyway. */
  warnings: Generated<Json>
  /** The record before the change, for an undo. */
  before: Json | null
  /** The record after the change, with its version, so that an undo detects later changes. */
  after: Json | null
  search_line: GeneratedAlways<string | null>
  /** Messages for cells that cannot be read, by column. Such a row is refused; the cell is not treated as blank. */
  unreadable: Generated<Json>
  /** For the first of several rows refused for the same reasons: their number and their line numbers as text. Null for other rows. */
  same: Json | null
}

/** An uploaded file of rows: a draft for one hour, then its result for as long as it can be undone. The audit log records the changes. */
export interface ImportsTable {
  id: Generated<number>
  user_id: number
  kind: string
  state: Generated<string>
  file_name: string
  /** SHA-256 of the file in hex; the commit request names it. */
  sha256: string
  /** SHA-256 of the previewed changes in hex; a commit with other changes is refused. */
  preview_sha256: string
  created_at: Timestamp
  expires_at: Timestamp
  done_at: Timestamp | null
  undone_at: Timestamp | null
  /** Combined effects of the rows as sentences, where a count of rows is not enough. */
  effects: Generated<Json>
  /** The sheet of the workbook that was read; null for files without sheets. */
  sheet: string | null
  /** Spreadsheet column letters, by column key. */
  letters: Generated<Json>
}

/** Saved views of lists: a name for search, filters and order, at most 20 for each list of a user or company. Grants nothing. */
export interface ListViewsTable {
  id: Generated<number>
  /** Owner of an own view; null if the view is of a company. */
  user_id: number | null
  /** Company whose users read the view; null for an own view. */
  company_id: number | null
  /** Path of the screen with the list, such as /user-list. */
  list: string
  name: string
  /** Search parameters of the address, without the page. May contain typed names and e-mails. */
  query: Json
  created_at: Timestamp
  updated_at: Timestamp
}

/** Plano avulso: seats of one module for one company, in addition to its plans. */
export interface LoosePlansTable {
  id: Generated<number>
  company_id: number
  module_id: number
  seat_limit: number
  active: Generated<boolean>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  version: Generated<number>
  /** Searchable text of the loose plan itself, dates in UTC. The list also searches the names of company, service and module. */
  search_line: GeneratedAlways<string | null>
}

/** Modules that a user has marked on the access page, each for a company and possibly a SPID, at most 12 per user. Grants nothing. */
export interface ModuleFavouritesTable {
  user_id: number
  company_id: number
  module_id: number
  spid: string | null
  created_at: Timestamp
}

/** The logo of a module, at most 256 KB; its content is validated before it is stored. */
export interface ModuleLogosTable {
  module_id: number
  content: Buffer
  content_type: string
  /** SHA-256 of the content in hex. Part of the URL, so that browsers may cache it permanently. */
  digest: string
  updated_at: Generated<Timestamp>
}

/** Secrets with which a module exchanges codes. At most two are live, so that they can be rotated without downtime. */
export interface ModuleSecretsTable {
  id: Generated<number>
  module_id: number
  slot: number
  /** AES-256-GCM: nonce (12 bytes), ciphertext, tag (16 bytes). The module id is the associated data. */
  ciphertext: Buffer
  /** The configured key that encrypted it, for key rotation. */
  key_id: string
  /** SHA-256 of the secret (256 random bits), for comparison without decryption. */
  digest: Buffer
  created_at: Generated<Timestamp>
  created_by: number | null
  last_used_at: Timestamp | null
  retired_at: Timestamp | null
  retired_by: number | null
}

/** When a user last opened a module for a company. The access page lists the most recent first. */
export interface ModuleVisitsTable {
  user_id: number
  company_id: number
  module_id: number
  last_used_at: Timestamp
}

/** An application that users sign in to. Module 1 is this console, module 34 the common module. */
export interface ModulesTable {
  id: Generated<number>
  service_id: number
  name: string
  protocol: Generated<string>
  /** Address without its protocol. A module without one cannot be chosen (portal.md §4). */
  url: string | null
  is_enable_spid: Generated<boolean>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  version: Generated<number>
  /** An inactive module is not offered for selection. */
  active: Generated<boolean>
  search_line: GeneratedAlways<string | null>
}

/** Codes that transfer a user from the portal to a module: 256 random bits, stored as a hash, valid for 60 s, single use. */
export interface OneTimeCodesTable {
  digest: Buffer
  session_id: string
  /** The module; null for the code that completes a federated sign-in, which is exchanged for the initial token. */
  module_id: number | null
  company_id: number | null
  spid: string | null
  redirect_uri: string | null
  created_at: Generated<Timestamp>
  expires_at: Timestamp
  used_at: Timestamp | null
  /** Token issued by the exchange, of the same session. A second exchange of the code revokes it. Without a foreign key, which would make each deletion of a token scan this table. */
  token_id: string | null
}

/** Mail and SMS, inserted by the transaction that causes them and retried until delivered. */
export interface OutboxTable {
  id: Generated<string>
  channel: string
  recipient: string
  subject: Generated<string>
  created_at: Generated<Timestamp>
  next_attempt_at: Generated<Timestamp>
  attempts: Generated<number>
  /** Reason of the last failure as a sentence, without the server's response, which may contain the message. */
  last_error: string | null
  sent_at: Timestamp | null
  /** Text and HTML as JSON, AES-256-GCM; the message id is the associated data. Null after delivery by a real transport, or after the secret in it expired. */
  sealed_text: Buffer | null
  /** The configured key that encrypted it. */
  key_id: string | null
  /** When the code or temporary password in the message expires; null without one. The message is not delivered afterwards. */
  expires_at: Timestamp | null
  /** The invited user, if the message is an invitation. Its temporary password and text are generated on sending; until then the sealed text is the inviter. */
  first_access_of: number | null
  /** Sent at a limited rate, after all other messages: one of many mails of a write, or a notice of a change that another user made. */
  bulk: Generated<boolean>
  /** Send order of bulk mails. The mails of one write have consecutive numbers, starting with the next one due, so that two writes alternate. */
  turn: Generated<number>
}

/** When the next bulk mail may be sent, for all processes. One row, locked by the process that sends. */
export interface OutboxPaceTable {
  id: Generated<boolean>
  next_at: Generated<Timestamp>
}

/** Passkeys of users (WebAuthn). A removed passkey is deleted; the audit log keeps its events. */
export interface PasskeysTable {
  id: Generated<number>
  user_id: number
  credential_id: Buffer
  /** COSE_Key (RFC 9052). */
  public_key: Buffer
  /** COSE algorithm: -7 ES256, -8 EdDSA, -257 RS256. */
  algorithm: number
  /** Highest signature counter seen. A lower one is reported in the audit event, not refused. */
  sign_count: number
  /** Model of the authenticator; zeros if it does not say. Not attested. */
  aaguid: string
  transports: Generated<string[]>
  /** Whether it can be stored in more than one place. Never changes. */
  backup_eligible: boolean
  backed_up: boolean
  name: string
  /** Host of PUBLIC_URL when it was created. Browsers offer it only there. */
  rp_id: string
  created_at: Generated<Timestamp>
  last_used_at: Timestamp | null
}

/** Current and previous passwords of a user. The last 12 cannot be reused (rulings §4). */
export interface PasswordsTable {
  id: Generated<number>
  user_id: number
  /** Argon2id in PHC format with its parameters, so that they can be raised at the next sign-in. */
  hash: string
  /** From an invitation or a reset: permits only setting a new password, until expires_at. */
  temporary: Generated<boolean>
  expires_at: Timestamp | null
  created_at: Generated<Timestamp>
  superseded_at: Timestamp | null
}

/** Conditions of a user for any access. */
export interface PeopleLinksTable {
  user_id: number | null
  user_active: boolean | null
  user_unblocked: boolean | null
}

/** Conditions of a company and a module for any access there. */
export interface PlaceLinksTable {
  company_id: number | null
  module_id: number | null
  company_active: boolean | null
  service_active: boolean | null
  module_active: boolean | null
  entitled: boolean | null
}

/** The companies of each plan. */
export interface PlanCompaniesTable {
  id: Generated<number>
  plan_id: number
  company_id: number
  created_at: Generated<Timestamp>
}

/** Seats of a module that a plan gives to each of its companies. */
export interface PlanModulesTable {
  id: Generated<number>
  plan_id: number
  module_id: number
  seat_limit: number
  active: Generated<boolean>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  version: Generated<number>
  /** Searchable text of the row itself: its creation in UTC. The list also searches the module's name. */
  search_line: GeneratedAlways<string | null>
}

/** A bundle of module seats for companies. */
export interface PlansTable {
  id: Generated<number>
  name: string
  active: Generated<boolean>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  version: Generated<number>
  /** Searchable text of the list of plans; dates in UTC. */
  search_line: GeneratedAlways<string | null>
}

/** The actions of a profile, each belonging to a function of the profile. */
export interface ProfileActionsTable {
  profile_id: number
  function_id: number
  action_id: number
}

/** The functions of a profile. module_id ensures that both belong to the same module. */
export interface ProfileFunctionsTable {
  profile_id: number
  function_id: number
  module_id: number
}

/** A named set of functions and actions of one module (a role). Profiles 1 to 4 belong to administrators; 8 is the master profile. */
export interface ProfilesTable {
  id: Generated<number>
  module_id: number
  /** The company that created it (accredit_id on the wire); null if an administrator created it (accredit_id 0). */
  company_id: number | null
  name: string
  accredited_enable: Generated<boolean>
  master_profile: Generated<boolean>
  profile_type_id: Generated<number>
  created_by: number | null
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  version: Generated<number>
  /** False: deleted. */
  active: Generated<boolean>
  /** Searchable text of the list; a deleted profile has the status Excluído. */
  search_line: GeneratedAlways<string | null>
  /** Maximum number of days of a new period of an assignment of the profile; null if there is none. The smaller one of company and profile applies. */
  assignment_days_max: number | null
}

/** Counters of wrong passwords, wrong codes and sent messages. An expired counter starts again. */
export interface RateLimitsTable {
  key: string
  points: Generated<number>
  /** Expiry in milliseconds since 1970. */
  expire: number
}

/** Recoveries of accounts that have a passkey or an authenticator app: each needs a second proof, an approval, or a wait in which others can cancel it (decision 96). */
export interface RecoveriesTable {
  id: Generated<number>
  user_id: number
  /** password: a temporary password was mailed. factors: passkeys, authenticator app and recovery codes are to be removed. */
  kind: string
  started_at: Generated<Timestamp>
  /** Null: the secret answer. The user: a session without passkey or app. Otherwise an administrator, master user or Suporte. */
  started_by: number | null
  reason: string | null
  /** When it takes effect without a second proof. Null if nobody else could be notified: then it never does. */
  waits_until: Timestamp | null
  expires_at: Timestamp
  approved_at: Timestamp | null
  /** Null if the user approved it in a session with passkey or app. */
  approved_by: number | null
  cancelled_at: Timestamp | null
  /** Null if it expired, was reported (Não fui eu), or the account changed. */
  cancelled_by: number | null
  done_at: Timestamp | null
}

/** Recovery codes of users: each replaces the second factor of one sign-in. New codes replace all older ones. */
export interface RecoveryCodesTable {
  /** SHA-256 of the code, which has 120 random bits. */
  digest: Buffer
  user_id: number
  created_at: Generated<Timestamp>
  used_at: Timestamp | null
}

/** Temporary password mailed by a recovery. It is valid beside the current password, so that an unrequested recovery does not invalidate a password. A new password ends both. */
export interface RecoveryPasswordsTable {
  user_id: number
  /** SHA-256. The password has more than 110 random bits, so a slow hash would add nothing (ASVS 6.5.2). */
  digest: Buffer
  created_at: Generated<Timestamp>
  expires_at: Timestamp
}

/** Seats of a module for a company, one row per active plan or active loose plan that gives them. */
export interface SeatGrantsTable {
  company_id: number | null
  module_id: number | null
  seats: number | null
  plan_id: number | null
  loose_plan_id: number | null
}

/** Users who occupy a seat: active, with at least one active profile of the module in the company that has not ended. One row per user, company and module. A profile that has not begun occupies a seat. */
export interface SeatHoldersTable {
  company_id: number | null
  module_id: number | null
  user_id: number | null
}

/** Limit, used and free seats of every module that a company is entitled to or has users in. Filter by company and module: the conditions are pushed down to indexes. */
export interface SeatsTable {
  company_id: number | null
  module_id: number | null
  seat_limit: number | null
  used: number | null
  free: number | null
  over: number | null
}

/** The answer to the selected question, normalised (case, accents, spaces) and hashed like a password. */
export interface SecretAnswersTable {
  user_id: number
  question_id: number
  hash: string
  updated_at: Generated<Timestamp>
}

/** Questions offered at first access. */
export interface SecretQuestionsTable {
  id: Generated<number>
  name: string
  active: Generated<boolean>
}

/** People who have both sides of an active rule in one company, and until when. Filter by rule, or by user and company: the conditions are pushed down to indexes. */
export interface SeparationConflictsTable {
  rule_id: number | null
  user_id: number | null
  company_id: number | null
  first_profiles: number[] | null
  second_profiles: number[] | null
  until: Timestamp | null
}

/** Lets one person have the pair of a rule in one company until a day, once a second administrator has approved it. */
export interface SeparationExceptionsTable {
  id: Generated<number>
  rule_id: number
  user_id: number
  company_id: number
  reason: string
  /** Last instant. An assignment or delegation that completes the pair must end by then. */
  end_at: Timestamp
  requested_by: number
  created_at: Generated<Timestamp>
  approved_by: number | null
  approved_at: Timestamp | null
  closed_by: number | null
  /** When it was refused, withdrawn or ended before its end. */
  closed_at: Timestamp | null
}

/** Profiles that count for rules: every assignment and open delegation that has not ended, also if it has not begun. A suspended assignment counts with the end that it gets again. Deleted profiles and blocked or deleted people count, because both can come back without a grant. */
export interface SeparationHoldingsTable {
  user_id: number | null
  company_id: number | null
  profile_id: number | null
  end_at: Timestamp | null
}

/** Two profiles or two functions that nobody may have together in one company. */
export interface SeparationRulesTable {
  id: Generated<number>
  name: string
  /** The profile of the pair with the smaller id; null in a rule on functions. */
  first_profile_id: number | null
  second_profile_id: number | null
  first_function_id: number | null
  second_function_id: number | null
  /** False: the rule is not enforced and lists no violations. */
  active: Generated<boolean>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  version: Generated<number>
  search_line: GeneratedAlways<string | null>
}

/** Profiles on each side of an active rule. A rule on functions has on each side the profiles with the function, except that of administrators, which has every function of this console. */
export interface SeparationSidesTable {
  rule_id: number | null
  side: number | null
  profile_id: number | null
}

/** First level of the catalogue; a service groups modules. */
export interface ServicesTable {
  id: Generated<number>
  name: string
  description: string
  active: Generated<boolean>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  version: Generated<number>
  search_line: GeneratedAlways<string | null>
}

/** One sign-in. Its tokens end with it; all processes are notified immediately. */
export interface SessionsTable {
  id: Generated<string>
  user_id: number
  method: string
  /** SHA-256 of the value stored only in the browser's cookie (rulings §3). */
  browser_digest: Buffer
  address: string
  user_agent: Generated<string>
  /** The user was sent directly to a module: the portal shows its reduced frame (portal.md §4). */
  reduced: Generated<boolean>
  /** ID token required by the identity provider at sign-out; only for federated sessions. */
  id_token: string | null
  created_at: Generated<Timestamp>
  /** Written in batches; may lag by up to a minute. */
  last_used_at: Generated<Timestamp>
  expires_at: Timestamp
  ended_at: Timestamp | null
  end_reason: string | null
  /** How the user authenticated (RFC 8176): pwd, otp, sms, pop, user, mfa; fed for an identity provider. Empty for sessions from before this column. */
  amr: Generated<string[]>
  /** When the user authenticated. Null if the identity provider did not state it. */
  authenticated_at: Timestamp | null
}

/** Ed25519 keys that sign tokens (decision 87). Tokens of all of them are accepted; a retired key is deleted when its last token has expired. */
export interface SigningKeysTable {
  /** kid: the JWK thumbprint (RFC 7638). */
  id: string
  public_jwk: Json
  private_ciphertext: Buffer
  /** The configured key that encrypted the private key. */
  key_id: string
  created_at: Generated<Timestamp>
  /** When its successor began to sign. Null: announced or active. */
  retired_at: Timestamp | null
  /** When it began to sign. Null: announced, that is, published and accepted, and not yet used for signing. */
  activated_at: Generated<Timestamp | null>
}

/** Service-provider ids of a company, at most 8 (console.md §5). */
export interface SpidsTable {
  id: Generated<number>
  company_id: number
  spid: string
  description: Generated<string>
  created_at: Generated<Timestamp>
}

/** Signed tokens issued for a session, so that each can be revoked. They expire with the session. */
export interface TokensTable {
  id: Generated<string>
  session_id: string
  kind: string
  module_id: number | null
  company_id: number | null
  spid: string | null
  created_at: Generated<Timestamp>
  revoked_at: Timestamp | null
}

/** Authenticator apps of users (TOTP, RFC 6238), one for each user. A removed one is deleted; the audit log keeps its events. */
export interface TotpFactorsTable {
  user_id: number
  /** The secret, 160 random bits in Base32. AES-256-GCM: nonce (12 bytes), ciphertext, tag (16 bytes). The user id is the associated data. */
  ciphertext: Buffer
  /** The configured key that encrypted it, for key rotation. */
  key_id: string
  /** Latest step (30 s since 1970) whose code was accepted. Codes of this step and of earlier ones are refused. */
  last_step: number
  created_at: Generated<Timestamp>
  /** Latest sign-in with a code. Null if there was none. */
  last_used_at: Timestamp | null
}

/** WebAuthn challenges that were answered, until they expire: each is accepted once. Open challenges have no row, because the client holds them with a MAC. */
export interface UsedPasskeyChallengesTable {
  digest: Buffer
  expires_at: Timestamp
}

/** Companies that a user belongs to. Membership grants nothing there. */
export interface UserCompaniesTable {
  user_id: number
  company_id: number
  created_at: Generated<Timestamp>
}

/** Assignment of a profile to a user for a company and SPID. Only assignments and active delegations grant access. */
export interface UserProfilesTable {
  id: Generated<number>
  user_id: number
  profile_id: number
  company_id: number
  /** The SPID it is limited to; null for a company without SPIDs or for all SPIDs. */
  spid: string | null
  created_at: Generated<Timestamp>
  created_by: number | null
  /** First instant at which it grants access; null if it grants access from its creation. It occupies a seat from its creation. */
  begin_at: Timestamp | null
  /** Last instant at which it grants access and occupies a seat; null if it does not end. The row stays until it is removed. */
  end_at: Timestamp | null
  /** Why it was given, as the user who gave it wrote it. */
  reason: string | null
  /** When the mail of a week before the end was queued, or when it became certain that none is needed. */
  ending_told_at: Timestamp | null
  /** When the mail of the last day was queued. */
  last_day_told_at: Timestamp | null
  /** When an access review suspended it: it grants no access, and occupies its seat until end_at. Null if it is not suspended. */
  suspended_at: Timestamp | null
  /** The end that it gets again when it is restored; null if it had none. */
  end_before_suspension: Timestamp | null
}

/** A user. Rights come only from user_profiles and active delegations. */
export interface UsersTable {
  id: Generated<number>
  /** cognito_id of a user with a password. The cognito_id of a federated user is the e-mail, which contains an @. */
  public_id: Generated<string>
  name: string
  email: string
  phone_number: string | null
  code: string | null
  suspended: Generated<boolean>
  /** Company that the user is bound to (accredit_id); null for users of several companies and of the association. */
  company_id: number | null
  /** Signs in at an identity provider and has no password here. */
  federated: Generated<boolean>
  last_access_at: Timestamp | null
  /** Time of the previous sign-in, shown on the first page after sign-in. */
  previous_access_at: Timestamp | null
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  version: Generated<number>
  /** Searchable text of the list, one value per line: name, e-mail, phone. Also sorts by name. */
  search_line: GeneratedAlways<string>
  /** When the user was deleted; null while active. */
  deleted_at: Timestamp | null
  /** When all personal data of a deleted user was erased in all tables. Never undone. */
  erased_at: Timestamp | null
  /** False: deleted. A blocked user is suspended, not inactive. */
  active: Generated<boolean>
  /** Status shown and filtered in lists: 1 Excluído, 2 Ativo, 3 Bloqueado. A deleted and suspended user is Excluído. */
  display_status: GeneratedAlways<number>
  /** Until then no recovery starts or takes effect, because one was reported as not by the user (decision 97). */
  recovery_frozen_until: Timestamp | null
}

/** Files of the web builds of all running versions, so that each process can serve those of another version (decision 86). */
export interface WebAssetsTable {
  /** Path below dist/web, such as assets/index-DgGky94K.js.br. Contains a hash of the content. */
  path: string
  content: Buffer
  /** When a process with this build last confirmed the file, within a day. Files are deleted 30 days later. */
  used_at: Timestamp
}

/** All tables by name. */
export interface Database {
  access_requests: AccessRequestsTable
  access_review_items: AccessReviewItemsTable
  access_reviews: AccessReviewsTable
  access_uses: AccessUsesTable
  account_reports: AccountReportsTable
  action_links: ActionLinksTable
  actions: ActionsTable
  api_tokens: ApiTokensTable
  audit_checkpoints: AuditCheckpointsTable
  audit_entries: AuditEntriesTable
  audit_events: AuditEventsTable
  audit_keeping: AuditKeepingTable
  audit_keys: AuditKeysTable
  audit_leaves: AuditLeavesTable
  audit_pending: AuditPendingTable
  audit_tiles: AuditTilesTable
  audit_values: AuditValuesTable
  captcha_solutions: CaptchaSolutionsTable
  challenges: ChallengesTable
  companies: CompaniesTable
  company_invitations: CompanyInvitationsTable
  company_logos: CompanyLogosTable
  confirmation_operations: ConfirmationOperationsTable
  confirmations: ConfirmationsTable
  data_requests: DataRequestsTable
  delegation_profiles: DelegationProfilesTable
  delegations: DelegationsTable
  email_changes: EmailChangesTable
  federated_flows: FederatedFlowsTable
  federated_identities: FederatedIdentitiesTable
  function_links: FunctionLinksTable
  functions: FunctionsTable
  identity_providers: IdentityProvidersTable
  import_rows: ImportRowsTable
  imports: ImportsTable
  list_views: ListViewsTable
  loose_plans: LoosePlansTable
  module_favourites: ModuleFavouritesTable
  module_logos: ModuleLogosTable
  module_secrets: ModuleSecretsTable
  module_visits: ModuleVisitsTable
  modules: ModulesTable
  one_time_codes: OneTimeCodesTable
  outbox: OutboxTable
  outbox_pace: OutboxPaceTable
  passkeys: PasskeysTable
  passwords: PasswordsTable
  people_links: PeopleLinksTable
  place_links: PlaceLinksTable
  plan_companies: PlanCompaniesTable
  plan_modules: PlanModulesTable
  plans: PlansTable
  profile_actions: ProfileActionsTable
  profile_functions: ProfileFunctionsTable
  profiles: ProfilesTable
  rate_limits: RateLimitsTable
  recoveries: RecoveriesTable
  recovery_codes: RecoveryCodesTable
  recovery_passwords: RecoveryPasswordsTable
  seat_grants: SeatGrantsTable
  seat_holders: SeatHoldersTable
  seats: SeatsTable
  secret_answers: SecretAnswersTable
  secret_questions: SecretQuestionsTable
  separation_conflicts: SeparationConflictsTable
  separation_exceptions: SeparationExceptionsTable
  separation_holdings: SeparationHoldingsTable
  separation_rules: SeparationRulesTable
  separation_sides: SeparationSidesTable
  services: ServicesTable
  sessions: SessionsTable
  signing_keys: SigningKeysTable
  spids: SpidsTable
  tokens: TokensTable
  totp_factors: TotpFactorsTable
  used_passkey_challenges: UsedPasskeyChallengesTable
  user_companies: UserCompaniesTable
  user_profiles: UserProfilesTable
  users: UsersTable
  web_assets: WebAssetsTable
}
