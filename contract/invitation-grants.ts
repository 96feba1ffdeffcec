import type { Grant } from './endpoint.ts'

/** Grants that allow resending an invitation; any one of them suffices. */
export const mayInvite = [
  { screen: '/user-edit', action: 'update' },
  // An invitation also mails a temporary password, like a reset. Profile 3 has no other action that could allow this.
  { screen: '/user-edit', action: 'reset-password' },
  { screen: '/user-create', action: 'create' },
] as const satisfies readonly Grant[]
