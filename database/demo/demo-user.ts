/** A user of the demo. */
export interface DemoUser {
  id: number
  name: string
  email: string
  phone: string | null
  code: string | null
  active: boolean
  suspended: boolean
  federated: boolean
  /** Companies that the user works for; `consoleProfileId` applies in the first. */
  companyIds: readonly number[]
  /** Profile of this console, or null. */
  consoleProfileId: number | null
  secretAnswer: boolean
  /** Days since the password was set; null for users without a password. */
  daysSincePassword: number | null
  /** Days since the last access; null for users who never signed in. */
  daysSinceAccess: number | null
  /** Time of creation, as minutes for `madeAt` (demo-dates.ts). */
  createdMinute: number
}
