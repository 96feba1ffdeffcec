/**
 * Keys of advisory locks. All keys of a database share one key space, and processes of different versions must agree on
 * them. So a key never changes, and every new key is added here. Locks of seats (`take_seat_turns` in
 * tables/user-profiles.sql) and delegations have two keys, which PostgreSQL keeps apart from single keys.
 */
export const lockKeys = {
  migrations: 7_234_001,
  systemData: 7_234_002,
  demoData: 7_234_003,
  firstAdministrator: 7_260_002,
  /** Held while a company loses its access to this console. */
  consoleTaken: 7_260_003,
  /** Held by the process that seals the audit log. */
  sealing: 7_260_005,
  /** Held by a running backup, so that only one runs at a time. */
  backup: 7_260_083,
  /** Held while mails about ends of assignments are queued, so that one mail has all ends of a recipient. */
  assignmentEndings: 7_260_099,
  /** Held shared by grants and exclusively by changes of functions that rules name (tables/separation-conflicts.sql). */
  separationOfDuties: 7_260_102,
  /** Held while mails about access requests are queued, so that an approver gets one for all of them. */
  accessRequestMails: 7_260_101,
  /** Combined with a company id. Held while delegations of the company are counted and one is added. */
  delegations: 7_260_039,
} as const
