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

/** The actions of those functions that a profile opens; one without a path opens nothing. Profiles 3 (Suporte) and 4 (Auditoria) write nothing, except that 3 resets passwords, resends invitations and lifts locks (contract/reader-profiles.ts; decision 53). */
export interface ActionLinksTable {
  profile_id: number | null
  function_id: number | null
  action_id: number | null
  action_active: boolean | null
}

/** What can be done within a function, such as create or block. */
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

/** A user's token for programs: shown once, kept as a hash, acts as that user in one company, stops with the user. */
export interface ApiTokensTable {
  id: Generated<number>
  user_id: number
  digest: Buffer
  expires_at: Timestamp | null
  created_at: Generated<Timestamp>
  created_by: number
  revoked_at: Timestamp | null
  /** Null where nobody did: a change of the account did, or a new role. */
  revoked_by: number | null
  last_used_at: Timestamp | null
  /** Where it acts: the company of whoever made it. */
  company_id: number
  /** How the token begins: enough to recognise one, and of no use to guess it. */
  start: string
  /** Revoked, or ended and followed by another. One that ended by its date stays open until then: a time that passes changes no row. */
  closed_at: Timestamp | null
  last_used_address: string | null
  /** When the person was told that it ends within a week; whoever sets it sends the mail. */
  ending_told_at: Timestamp | null
  /** Revoked since its holder was given a role that its maker may not give. */
  new_role: Generated<boolean>
}

/** The head of the tree after each sealing. */
export interface AuditCheckpointsTable {
  /** How many leaves the tree had. */
  size: number
  /** The signed head as it is kept elsewhere (C2SP tlog-checkpoint). */
  note: string
  sealed_at: Generated<Timestamp>
}

/** Who did what, when, and how identity was confirmed: what the log seals of an event. Only ever inserted. What is personal in it stands in audit_values; audit_events shows both. */
export interface AuditEntriesTable {
  /** Names the event. Not its place in the log, and numbers may be missing: a write that was taken back had one. */
  seq: GeneratedAlways<number>
  happened_at: Generated<Timestamp>
  operation: string
  event: string
  user_id: number | null
  session_id: string | null
  company_id: number | null
  /** Set when the right to do it came from a running delegation. */
  delegation_id: number | null
  api_token_id: number | null
  /** What was written, as resource:id, such as user:12; null where what it says is personal (audit_values). */
  target: string | null
  /** password or federated when identity was confirmed for this very write; else null. */
  confirmed_by: string | null
  request_id: string
  /** The event of the write that this one is a part of, where one write changes many records; else null. */
  part_of: number | null
  /** For each value of this event in audit_values, by its name, SHA-256 over its salt and itself, base64. */
  commitments: Generated<Json>
}

/** Who did what, when, from where, and how identity was confirmed: every event whole, but for what was erased of it. */
export interface AuditEventsTable {
  /** Names the event. Never null. */
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
  /** What was written, as resource:id, such as user:12. */
  target: string | null
  /** The row as it was, secrets left out; null when it was made, or erased. */
  before: Json | null
  /** The row as it became, secrets left out; null when it was removed, or erased. */
  after: Json | null
  confirmed_by: string | null
  address: string | null
  /** Never null. */
  request_id: string
  part_of: number | null
}

/** The newest head that AUDIT_CHECKPOINTS has taken. */
export interface AuditKeepingTable {
  size: number
  kept_at: Timestamp
}

/** The Ed25519 key that signs the heads of the log, made at the first start. */
export interface AuditKeysTable {
  /** Origin of the log: the host of PUBLIC_URL when the key was made, and /audit. */
  name: string
  /** The public half as verifiers take it (C2SP signed-note). */
  verifier_key: string
  private_ciphertext: Buffer
  /** Which configured key encrypted the private half. */
  key_id: string
  created_at: Generated<Timestamp>
}

/** Which event is which leaf of the tree, from 0. */
export interface AuditLeavesTable {
  leaf: number
  seq: number
}

/** Events that are not in the log yet: a write adds its own, the sealer takes them out. */
export interface AuditPendingTable {
  /** The transaction that wrote the event. The log is in the order of these. */
  xid: Generated<string>
  seq: number
}

/** The hashes of the tree (C2SP tlog-tiles): 256 to a tile, SHA-256 after RFC 9162; the last of each level grows until it is full. */
export interface AuditTilesTable {
  level: number
  index: number
  hashes: Buffer
}

/** What is personal in an event: its address, what was before and after, and a target that somebody typed. The log seals a commitment to each, so that one can be erased and the log still holds. */
export interface AuditValuesTable {
  seq: number
  /** address, before, after or target. */
  name: string
  /** JSON, exactly as it was committed to. */
  value: string
  /** Random bytes, without which nobody finds the value by trying what it may be. */
  salt: Buffer
}

/** Captcha tokens that were accepted, until they would have expired anyway: each opens one door, once. */
export interface CaptchaSolutionsTable {
  digest: Buffer
  used_at: Generated<Timestamp>
  expires_at: Timestamp
}

/** A sign-in that is not finished: what is asked next, and the one-time code that was sent. Used once. */
export interface ChallengesTable {
  /** SHA-256 of the handle (Session on the wire) that the browser holds. */
  digest: Buffer
  user_id: number
  name: string
  /** HMAC of the 6 digits under a key that is not in the database, over the challenge, so that 10^6 guesses need the key too. */
  otp_hash: Buffer | null
  otp_expires_at: Timestamp | null
  tries: Generated<number>
  sends: Generated<number>
  created_at: Generated<Timestamp>
  expires_at: Timestamp
  used_at: Timestamp | null
}

/** A telecom operator (empresa, accredited operator), known by its CNPJ. */
export interface CompaniesTable {
  id: Generated<number>
  name: string
  email: string
  /** CNPJ without its mask, upper case; since July 2026 its first 12 places may carry letters. */
  document: string
  active: Generated<boolean>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  version: Generated<number>
  /** Everything a list searches in one row of it, one thing a line; the CNPJ with its mask and without. */
  search_line: GeneratedAlways<string | null>
}

/** Somebody with an account is invited to a company by a person who doesn't see that account; the link is made when they accept. */
export interface CompanyInvitationsTable {
  id: Generated<number>
  user_id: number
  company_id: number
  invited_by: number
  created_at: Generated<Timestamp>
  expires_at: Timestamp
  /** Declined. The row stays until it runs out, so that nobody is mailed again meanwhile. */
  declined_at: Timestamp | null
}

/** One write that a confirmation opens, once: method, path without /api, SHA-256 of the body. */
export interface ConfirmationOperationsTable {
  id: GeneratedAlways<number>
  confirmation_digest: Buffer
  method: string
  path: string
  body_sha256: string
  used_at: Timestamp | null
}

/** Proof of identity given again (rulings §5): a code for this session that opens the writes it names, for 2 minutes. */
export interface ConfirmationsTable {
  digest: Buffer
  session_id: string
  method: string
  created_at: Generated<Timestamp>
  expires_at: Timestamp
  /** The company, with its SPID, of the token that asked: the code opens writes of that company alone. Null for the initial token. */
  company_id: number | null
  spid: string | null
}

/** What people ask to have corrected of what is kept about them (LGPD art. 18), and what an administrator answered. */
export interface DataRequestsTable {
  id: Generated<number>
  user_id: number
  field: string
  /** What is right, as the person wrote it. */
  wanted: string
  created_at: Timestamp
  /** The term of 15 days (LGPD art. 19). */
  due_at: Timestamp
  answered_at: Timestamp | null
  answered_by: number | null
  accepted: boolean | null
  answer: string | null
}

/** The profiles that a delegation lends. */
export interface DelegationProfilesTable {
  delegation_id: number
  profile_id: number
}

/** The master role of a company lent to a user from one date to another. */
export interface DelegationsTable {
  id: Generated<number>
  user_id: number
  company_id: number
  begin_at: Timestamp
  end_at: Timestamp | null
  delegated_by: number
  created_at: Generated<Timestamp>
  /** Removed before its end, or its delegator lost what it lends. One that comes to its end by its date stays open, and is over all the same. */
  closed_at: Timestamp | null
  /** Who removed it; null where it ended with what the delegator held. */
  closed_by: number | null
  /** When both were told by mail that it began; the mail may be late, its effect never is. */
  begin_told_at: Timestamp | null
  /** The same of its end. One that was removed before it began is told of to nobody, and has both. */
  end_told_at: Timestamp | null
}

/** A trip to an identity provider that is under way: state, nonce and PKCE verifier, bound to the browser that began it. */
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
  /** SHA-256 of the token that a fresh authentication in the popup gave; POST /user-local/validate-token takes it once. */
  proof_digest: Buffer | null
  proof_expires_at: Timestamp | null
  proof_used_at: Timestamp | null
}

/** Who a person is at an identity provider: matched by verified e-mail the first time, by issuer and subject ever after. */
export interface FederatedIdentitiesTable {
  issuer: string
  subject: string
  user_id: number
  created_at: Generated<Timestamp>
}

/** What a profile opens of its module, and of the common module (34), which belongs to everybody who is in any. */
export interface FunctionLinksTable {
  profile_id: number | null
  function_id: number | null
  module_id: number | null
  function_active: boolean | null
}

/** What may be done inside a module. In module 1 a front function is a screen, a back function an endpoint. */
export interface FunctionsTable {
  id: Generated<number>
  module_id: number
  name: string
  url: string
  code: string | null
  environment: string | null
  method: string | null
  /** Exibir para empresas: companies may put it into their own profiles. */
  accredited_enable: Generated<boolean>
  status: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  version: Generated<number>
  search_line: GeneratedAlways<string | null>
  /** Its search line for the index, which finds words of two characters on. */
  search_doubled: GeneratedAlways<string | null>
}

/** OpenID Connect provider of a company, chosen by e-mail domain; the association's own comes from the environment. */
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

/** The rows of a file with what becomes of them. */
export interface ImportRowsTable {
  id: Generated<number>
  import_id: number
  /** Where it stands in the file; the header is line 1. */
  line: number
  /** What the file says, as text by column; checked again when it is done. */
  cells: Json
  outcome: string
  /** The order in which outcomes are shown: what needs somebody first. */
  rank: GeneratedAlways<number>
  label: string
  /** The record that it is about; null until it is made. */
  record_id: number | null
  refusals: Json
  changes: Json
  /** What whoever commits it should know, in sentences; it is done all the same. */
  warnings: Generated<Json>
  /** The record as it was before it was changed, to be put back. */
  before: Json | null
  /** The record as it was left, with its version, which tells whether somebody changed it since. */
  after: Json | null
  search_line: GeneratedAlways<string | null>
  /** Why cells of these columns cannot be read, in a sentence each; such a row is refused, never read as blank. */
  unreadable: Generated<Json>
  /** Of the first row refused for its reasons: how many rows are, and their lines as text. Null for any other row. */
  same: Json | null
}

/** A file of rows that somebody sent: a draft for an hour, and what was done with it for as long as it can be undone. The trail keeps what it did. */
export interface ImportsTable {
  id: Generated<number>
  user_id: number
  kind: string
  state: Generated<string>
  file_name: string
  /** Of the bytes of the file, in hex; the commit names it. */
  sha256: string
  /** Of what the rows would do, in hex; a commit that would do something else is refused. */
  preview_sha256: string
  created_at: Timestamp
  expires_at: Timestamp
  done_at: Timestamp | null
  undone_at: Timestamp | null
  /** What its rows do together, in sentences, where counting rows does not say it. */
  effects: Generated<Json>
  /** The sheet of the workbook that was read; null where the file has none. */
  sheet: string | null
  /** The letters of its columns as a spreadsheet names them, by the key of each. */
  letters: Generated<Json>
}

/** Plano avulso: seats of one module for one company, beside its plans. */
export interface LoosePlansTable {
  id: Generated<number>
  company_id: number
  module_id: number
  seat_limit: number
  active: Generated<boolean>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  version: Generated<number>
  /** What is searched of the loose plan itself, dates in UTC; beside it the names of company, service and module are. */
  search_line: GeneratedAlways<string | null>
}

/** The picture of a module, at most 256 KB, checked by content before it gets here. */
export interface ModuleLogosTable {
  module_id: number
  content: Buffer
  content_type: string
  /** SHA-256 in hex of the content; part of its address, so that a browser may keep it for ever. */
  digest: string
  updated_at: Generated<Timestamp>
}

/** Secrets with which a module exchanges codes; at most two live ones, so that they rotate without a gap. */
export interface ModuleSecretsTable {
  id: Generated<number>
  module_id: number
  slot: number
  /** AES-256-GCM: 12 bytes nonce, ciphertext, 16 bytes tag; the module id is authenticated with it. */
  ciphertext: Buffer
  /** Which configured key encrypted it, so that keys can rotate. */
  key_id: string
  /** SHA-256 of the secret (256 random bits), to compare without decrypting. */
  digest: Buffer
  created_at: Generated<Timestamp>
  created_by: number | null
  last_used_at: Timestamp | null
  retired_at: Timestamp | null
  retired_by: number | null
}

/** When a person last went to a module for a company, so that the access page offers the last used first. */
export interface ModuleVisitsTable {
  user_id: number
  company_id: number
  module_id: number
  last_used_at: Timestamp
}

/** An application someone is sent to. Module 1 is this console, module 34 the common module. */
export interface ModulesTable {
  id: Generated<number>
  service_id: number
  name: string
  protocol: Generated<string>
  /** Address without its protocol; without one the module cannot be chosen (portal.md §4). */
  url: string | null
  is_enable_spid: Generated<boolean>
  /** 1 active, 0 inactive and hidden from choices. */
  status: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  version: Generated<number>
  search_line: GeneratedAlways<string | null>
}

/** Codes that carry a person from the portal into a module: 256 random bits, kept as a hash, 60 s, single use. */
export interface OneTimeCodesTable {
  digest: Buffer
  session_id: string
  /** Where it carries to; null in the code that ends a federated sign-in, which gives the initial token. */
  module_id: number | null
  company_id: number | null
  spid: string | null
  redirect_uri: string | null
  created_at: Generated<Timestamp>
  expires_at: Timestamp
  used_at: Timestamp | null
  /** What the exchange gave; a second exchange of the code ends it. */
  token_id: string | null
}

/** Mail and SMS, written in the transaction that causes them and delivered until they arrive. */
export interface OutboxTable {
  id: Generated<string>
  channel: string
  recipient: string
  subject: Generated<string>
  created_at: Generated<Timestamp>
  next_attempt_at: Generated<Timestamp>
  attempts: Generated<number>
  /** Why the last try failed, in a sentence without what a server said, since that may echo the message. */
  last_error: string | null
  sent_at: Timestamp | null
  /** Text and HTML as JSON, AES-256-GCM, the message id authenticated with it. Null once a real gateway has it, or when its secret ran out. */
  sealed_text: Buffer | null
  /** Which configured key sealed it. */
  key_id: string | null
  /** When the code or temporary password in it runs out; null where there is none. It is not delivered later. */
  expires_at: Timestamp | null
  /** An invitation: its temporary password is made when it is sent, and its text with it; until then the sealed text is who invites. */
  first_access_of: number | null
  /** It leaves at a pace, behind every other message: one of many of a write, or a notice of what somebody else did. */
  bulk: Generated<boolean>
  /** Of many mails, when it leaves: those of one write follow each other, beginning with the turn that is due, so that two writes alternate. */
  turn: Generated<number>
}

/** When the next of many mails may leave, for all processes together; one row, locked by whoever sends them. */
export interface OutboxPaceTable {
  id: Generated<boolean>
  next_at: Generated<Timestamp>
}

/** The password of a user and those before it: the last 12 count as already used (rulings §4). */
export interface PasswordsTable {
  id: Generated<number>
  user_id: number
  /** Argon2id in PHC form, parameters beside the hash, so that they can be raised at the next sign-in. */
  hash: string
  /** An invitation or a reset: opens only the door to setting a password, until expires_at. */
  temporary: Generated<boolean>
  expires_at: Timestamp | null
  created_at: Generated<Timestamp>
  superseded_at: Timestamp | null
}

/** What must be so of a person for anything that they hold to open. */
export interface PeopleLinksTable {
  user_id: number | null
  user_active: boolean | null
  user_unblocked: boolean | null
}

/** What must be so of a company and a module for any profile of it to open there. */
export interface PlaceLinksTable {
  company_id: number | null
  module_id: number | null
  company_active: boolean | null
  service_active: boolean | null
  module_active: boolean | null
  entitled: boolean | null
}

/** Which companies have a plan. */
export interface PlanCompaniesTable {
  id: Generated<number>
  plan_id: number
  company_id: number
  created_at: Generated<Timestamp>
}

/** How many seats of a module a plan gives to each company that has it. */
export interface PlanModulesTable {
  id: Generated<number>
  plan_id: number
  module_id: number
  seat_limit: number
  active: Generated<boolean>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  version: Generated<number>
  /** What is searched of the link itself, its creation in UTC; beside it the name of its module is. */
  search_line: GeneratedAlways<string | null>
}

/** A bundle of module seats that companies are given. */
export interface PlansTable {
  id: Generated<number>
  name: string
  active: Generated<boolean>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  version: Generated<number>
  /** Everything the list of plans searches in one row of it; dates in UTC. */
  search_line: GeneratedAlways<string | null>
}

/** The actions a profile holds, each of a function that it holds. */
export interface ProfileActionsTable {
  profile_id: number
  function_id: number
  action_id: number
}

/** The functions a profile holds; the module column keeps both of the same module. */
export interface ProfileFunctionsTable {
  profile_id: number
  function_id: number
  module_id: number
}

/** A named set of functions and actions of one module (a role). 1 to 4 are the administrators', 8 the master profile. */
export interface ProfilesTable {
  id: Generated<number>
  module_id: number
  /** The company that made it (accredit_id on the wire); null means made by an administrator (accredit_id 0). */
  company_id: number | null
  name: string
  /** 1 active, 0 deleted. */
  status: Generated<number>
  accredited_enable: Generated<boolean>
  master_profile: Generated<boolean>
  profile_type_id: Generated<number>
  created_by: number | null
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  version: Generated<number>
  /** Everything a list searches in one row of it; a deleted profile reads Excluído. */
  search_line: GeneratedAlways<string | null>
}

/** Counters of wrong passwords, wrong codes and sent messages; one that ran out starts again. */
export interface RateLimitsTable {
  key: string
  points: Generated<number>
  /** Milliseconds since 1970 at which the counter starts again. */
  expire: number
}

/** The temporary password that a recovery mailed. It lives beside the present one, so that nobody loses a password to a mail they did not ask for; a new password ends both. */
export interface RecoveryPasswordsTable {
  user_id: number
  /** SHA-256: it is random, of more than 110 bits, so a slow hash would add nothing (ASVS 6.5.2). */
  digest: Buffer
  created_at: Generated<Timestamp>
  expires_at: Timestamp
}

/** What companies are entitled to: seats of a module that an active plan, or an active loose plan, gives to a company; one row each, which names what gives it. */
export interface SeatGrantsTable {
  company_id: number | null
  module_id: number | null
  seats: number | null
  plan_id: number | null
  loose_plan_id: number | null
}

/** Who takes a seat: active users who hold at least one profile of the module in the company that is not deleted; one row each. */
export interface SeatHoldersTable {
  company_id: number | null
  module_id: number | null
  user_id: number | null
}

/** Limit, used and free seats of every module that a company is entitled to or has people in. Ask it for companies and modules by name: conditions on both reach the indexes below it. */
export interface SeatsTable {
  company_id: number | null
  module_id: number | null
  seat_limit: number | null
  used: number | null
  free: number | null
  over: number | null
}

/** The answer to the chosen question, normalised (case, accents, spaces) and hashed like a password. */
export interface SecretAnswersTable {
  user_id: number
  question_id: number
  hash: string
  updated_at: Generated<Timestamp>
}

/** The questions a person chooses from at first access. */
export interface SecretQuestionsTable {
  id: Generated<number>
  name: string
  active: Generated<boolean>
}

/** The first level of the catalogue; a service groups modules. */
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

/** One sign-in. Its tokens die with it; every process hears of it at once. */
export interface SessionsTable {
  id: Generated<string>
  user_id: number
  method: string
  /** SHA-256 of the value that only the browser's cookie holds (rulings §3). */
  browser_digest: Buffer
  address: string
  user_agent: Generated<string>
  /** The person was sent to a module: the portal shows its reduced frame (portal.md §4). */
  reduced: Generated<boolean>
  /** What the identity provider wants back at sign-out; federated sessions only. */
  id_token: string | null
  created_at: Generated<Timestamp>
  /** Written in batches, so it may be up to a minute behind. */
  last_used_at: Generated<Timestamp>
  expires_at: Timestamp
  ended_at: Timestamp | null
  end_reason: string | null
}

/** Ed25519 keys that sign tokens; retired ones stay published until what they signed has expired. */
export interface SigningKeysTable {
  /** kid: the JWK thumbprint (RFC 7638). */
  id: string
  public_jwk: Json
  private_ciphertext: Buffer
  /** Which configured key encrypted the private half. */
  key_id: string
  created_at: Generated<Timestamp>
  retired_at: Timestamp | null
}

/** Service-provider ids of a company, at most 8 (console.md §5). */
export interface SpidsTable {
  id: Generated<number>
  company_id: number
  spid: string
  description: Generated<string>
  created_at: Generated<Timestamp>
}

/** Signed tokens handed out for a session, so that a single one can be taken back. They expire with the session. */
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

/** The companies a user works for; says nothing about what the user may do there. */
export interface UserCompaniesTable {
  user_id: number
  company_id: number
  created_at: Generated<Timestamp>
}

/** user × profile × company × SPID: the only thing, beside a running delegation, that grants access. */
export interface UserProfilesTable {
  id: Generated<number>
  user_id: number
  profile_id: number
  company_id: number
  /** The SPID it holds for; null for a company without SPIDs or a profile that holds for all of them. */
  spid: string | null
  created_at: Generated<Timestamp>
  created_by: number | null
}

/** A person. Grants come only from user_profiles and running delegations. */
export interface UsersTable {
  id: Generated<number>
  /** cognito_id of a password user; a federated user's cognito_id is the e-mail, which contains an @. */
  public_id: Generated<string>
  name: string
  email: string
  phone_number: string | null
  code: string | null
  status: Generated<number>
  suspended: Generated<boolean>
  /** Company the user is bound to (accredit_id); null for people of several companies and of the association. */
  company_id: number | null
  /** Signs in at an identity provider and has no password here. */
  federated: Generated<boolean>
  last_access_at: Timestamp | null
  /** The access before the present one, told on the first visit after sign-in. */
  previous_access_at: Timestamp | null
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  version: Generated<number>
  /** As lists show and filter it: Excluído 1, Ativo 2, Bloqueado 3; deleted and suspended is Excluído. */
  standing: GeneratedAlways<number>
  /** Everything a list searches in one row of it, one thing a line: name, e-mail, phone. It orders by name too. */
  search_line: GeneratedAlways<string>
  /** Since when the person is deleted; null while active. */
  deleted_at: Timestamp | null
  /** When everything personal of a deleted person was erased, here and in all other tables. Never undone. */
  erased_at: Timestamp | null
}

/** All tables by name. */
export interface Database {
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
  confirmation_operations: ConfirmationOperationsTable
  confirmations: ConfirmationsTable
  data_requests: DataRequestsTable
  delegation_profiles: DelegationProfilesTable
  delegations: DelegationsTable
  federated_flows: FederatedFlowsTable
  federated_identities: FederatedIdentitiesTable
  function_links: FunctionLinksTable
  functions: FunctionsTable
  identity_providers: IdentityProvidersTable
  import_rows: ImportRowsTable
  imports: ImportsTable
  loose_plans: LoosePlansTable
  module_logos: ModuleLogosTable
  module_secrets: ModuleSecretsTable
  module_visits: ModuleVisitsTable
  modules: ModulesTable
  one_time_codes: OneTimeCodesTable
  outbox: OutboxTable
  outbox_pace: OutboxPaceTable
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
  recovery_passwords: RecoveryPasswordsTable
  seat_grants: SeatGrantsTable
  seat_holders: SeatHoldersTable
  seats: SeatsTable
  secret_answers: SecretAnswersTable
  secret_questions: SecretQuestionsTable
  services: ServicesTable
  sessions: SessionsTable
  signing_keys: SigningKeysTable
  spids: SpidsTable
  tokens: TokensTable
  user_companies: UserCompaniesTable
  user_profiles: UserProfilesTable
  users: UsersTable
}
