/** A person of the demo. */
export interface DemoUser {
  id: number
  name: string
  email: string
  phone: string | null
  code: string | null
  active: boolean
  suspended: boolean
  federated: boolean
  /** The companies the person works for; `consoleProfileId` is held in the first. */
  companyIds: readonly number[]
  /** The profile held in this console, or null. */
  consoleProfileId: number | null
  secretAnswer: boolean
  /** Null for people without a password. */
  daysSincePassword: number | null
  /** Null for people who never signed in. */
  daysSinceAccess: number | null
  /** Minutes after the instant at which the demo's history begins (demo-dates.ts). */
  createdMinute: number
}
