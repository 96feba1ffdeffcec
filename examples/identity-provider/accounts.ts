import { hash, timingSafeEqual } from 'node:crypto'

/** Somebody this provider knows. */
export interface Account {
  /** Never changes: whoever trusts this provider remembers people by it. */
  sub: string
  email: string
  emailVerified: boolean
  name: string
  password: string
}

const demoPassword = 'Portaria-Demo-2026!'

/** Who may sign in when nobody says otherwise. */
export const demoAccounts: readonly Account[] = [
  {
    sub: 'demo-federado',
    email: 'federado@portaria.example',
    emailVerified: true,
    name: 'Rafael Santana Lemos',
    password: demoPassword,
  },
  // The portal knows nobody of this address: shows what somebody without a user there is told.
  {
    sub: 'demo-visitante',
    email: 'visitante@portaria.example',
    emailVerified: true,
    name: 'Vera Pinho',
    password: demoPassword,
  },
]

/** Reads the accounts of the environment: a JSON array of them. */
export function parseAccounts(json: string): Account[] {
  const parsed: unknown = JSON.parse(json)
  if (!Array.isArray(parsed) || !parsed.every(isAccount)) {
    throw new Error('ACCOUNTS must be a JSON array of {sub, email, emailVerified, name, password}.')
  }
  return parsed
}

/** The account with this e-mail and password. */
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
