/** The state of an account. */
export interface AccountState {
  /** 1 is active, 0 deleted. */
  status: number
  suspended: boolean
  federated: boolean
}

/** Whether a user may sign in with a password here: active, not blocked and not federated. */
export function mayEnter({ status, suspended, federated }: AccountState): boolean {
  return status === 1 && !suspended && !federated
}
