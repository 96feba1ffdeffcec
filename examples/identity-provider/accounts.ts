import { hash, timingSafeEqual } from 'node:crypto'

/** An account of this provider. */
export interface Account {
  /** Identifies the user to clients. Never changes. */
  sub: string
  email: string
  emailVerified: boolean
  name: string
  password: string
}

const demoPassword = 'Portaria-Demo-2026!'

/** Accounts of the demo. Default of this provider. */
export const demoAccounts: readonly Account[] = [
  {
    sub: 'demo-federado',
    email: 'federado@portaria.example',
    emailVerified: true,
    name: 'Rafael Santana Lemos',
    password: demoPassword,
  },
  // This account has no user in the portal, for trying the message for unknown users.
  {
    sub: 'demo-visitante',
    email: 'visitante@portaria.example',
    emailVerified: true,
    name: 'Vera Pinho',
    password: demoPassword,
  },
]

/** Parses the accounts of the environment, a JSON array. */
export function parseAccounts(json: string): Account[] {
  const parsed: unknown = JSON.parse(json)
  if (!Array.isArray(parsed) || !parsed.every(isAccount)) {
    throw new Error('ACCOUNTS must be a JSON array of {sub, email, emailVerified, name, password}.')
  }
  return parsed
}

/** Returns the account with this e-mail and password. */
export function findByPassword(
  accounts: readonly Account[],
  email: string,
  password: string,
): Account | undefined {
  const account = accounts.find((candidate) => candidate.email === email.trim().toLowerCase())
  const fits = timingSafeEqual(digest(password), digest(account?.password ?? ''))
  return fits ? account : undefined
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

function isAccount(value: unknown): value is Account {
  if (typeof value !== 'object' || value === null) return false
  const { sub, email, emailVerified, name, password } = value as Record<string, unknown>
  return [sub, email, name, password].every(isText) && typeof emailVerified === 'boolean'
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}
