/**
 * When HOME shows an item, in days: before the item ends or is due, or after an invitation or secret was created. The
 * list filters that HOME links to use the same values.
 */
export const homeDays = {
  delegationEnds: 7,
  tokenEnds: 7,
  profileEnds: 7,
  profileUnused: 90,
  lastMasterEnds: 30,
  passwordEnds: 14,
  invitationWaits: 7,
  secretUnused: 7,
  secretOld: 365,
  requestDue: 5,
} as const
