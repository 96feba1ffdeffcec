/** How an account stands. */
export interface AccountState {
  /** 1 is active, 0 deleted. */
  status: number
  suspended: boolean
  federated: boolean
}

/** Whether somebody comes in here with what they know: active, not blocked, and of no identity provider. */
export function mayEnter({ status, suspended, federated }: AccountState): boolean {
  return status === 1 && !suspended && !federated
}
