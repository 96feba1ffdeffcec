/**
 * Keys of advisory locks. All of a database share one space of them, and processes of every version use the same: a key
 * never changes, and a new one is added here, where it is seen which are taken. Seats take turns under two numbers, which
 * PostgreSQL tells apart from these (`take_seat_turns` in tables/user-profiles.sql); so do delegations.
 */
export const lockKeys = {
  migrations: 7_234_001,
  systemData: 7_234_002,
  demoData: 7_234_003,
  firstAdministrator: 7_260_002,
  /** This console is taken from a company. */
  consoleTaken: 7_260_003,
  /** Held by the one process that seals the trail, as long as it does. */
  sealing: 7_260_005,
  /** With the id of a company: the delegations there are counted, and one is added. */
  delegations: 7_260_039,
} as const
