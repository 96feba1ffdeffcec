/**
 * Keys of advisory locks. They share one key space per database, and processes of different versions must agree on
 * them: a key never changes, and every new one is added here. Seats use locks with two keys, which PostgreSQL keeps
 * apart from these (`take_seat_turns` in tables/user-profiles.sql); so do delegations.
 */
export const lockKeys = {
  migrations: 7_234_001,
  systemData: 7_234_002,
  demoData: 7_234_003,
  firstAdministrator: 7_260_002,
  /** Held while a company loses its access to this console. */
  consoleTaken: 7_260_003,
  /** Held by the process that seals the audit log, for as long as it does. */
  sealing: 7_260_005,
  /** Combined with a company id: held while its delegations are counted and one is added. */
  delegations: 7_260_039,
} as const
