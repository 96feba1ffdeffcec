/** The state of an account. */
export interface AccountState {
  /** False if the user was deleted. */
  active: boolean
  suspended: boolean
  federated: boolean
}

/** Whether a user may sign in with a password: active, not blocked and not federated. */
export function mayEnter({ active, suspended, federated }: AccountState): boolean {
  return active && !suspended && !federated
}
