import type { BodyOf } from '../../contract/endpoint.ts'
import type { users } from '../../contract/users.ts'
import type { Principal } from '../binder/principal.ts'
import { Problem } from '../binder/problem.ts'
import { replaceRecord, requireFound, type Write } from '../binder/record.ts'
import { findCompaniesOf } from '../companies/company-user-queries.ts'
import type { Db } from '../database/database.ts'
import { domainOf } from '../federation/identity-providers.ts'
import { findProviderOfDomain } from '../federation/provider-queries.ts'
import { enqueueMessage } from '../outbox/outbox-queries.ts'
import { emailChangedNotice, phoneChangedNotice } from '../outbox/security-notices.ts'
import { dropTemporaryPassword } from '../passwords/first-access-queries.ts'
import { isAdministrator, scopeOf } from '../scope/scope.ts'
import { lockAccount, userInScope } from '../scope/user-scope.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { Clock } from '../shared/clock.ts'
import { invite } from './inviting.ts'
import { findInvitation, findUser, userTable, worksFor } from './user-queries.ts'

/** What the writes of people need beside their transaction. */
export interface UserParts {
  clock: Clock
  keyring: Keyring
}

/** A person as the bearer may see them. */
export async function readUser(db: Db, who: Principal, id: number, now: Date) {
  const found = requireFound(await findUser(db, who, id), 'user-not-found')
  const { suspended, updated_at, invited, waiting, password_expires_at, ...user } = found
  return {
    ...user,
    suspended: suspended ? (1 as const) : (0 as const),
    update_at: updated_at,
    accredit_id: user.company_id,
    own: id === who.userId,
    invitation: invited
      ? invitationOf(
          { waiting: Boolean(waiting), federated: user.federated, password_expires_at },
          now,
        )
      : null,
  }
}

interface Sent {
  waiting: boolean
  federated: boolean
  password_expires_at: Date | null
}

function invitationOf({ waiting, federated, password_expires_at: until }: Sent, now: Date) {
  if (waiting) return { state: 'waiting' as const, expires_at: null }
  // Whoever is of an identity provider was mailed no password that could run out.
  if (federated) return { state: 'sent' as const, expires_at: null }
  const good = until !== null && until > now
  return { state: good ? ('sent' as const) : ('expired' as const), expires_at: until }
}

/** Whether people of this e-mail sign in at an identity provider (rulings §10). */
export async function isFederated(db: Db, email: string): Promise<boolean> {
  return (await findProviderOfDomain(db, domainOf(email))) !== undefined
}

const userRecord = {
  name: 'user',
  missing: 'user-not-found',
  table: userTable,
  inScope: (who: Principal) => userInScope(scopeOf(who)),
  // People are made by an invitation and not as a record; whose account it is was asked before.
  requireCreator: () => undefined,
  requireWriter: () => undefined,
} as const

type Changes = BodyOf<typeof users.userUpdate>

/** Replaces what a person is called and reached by; before the first access the e-mail too, which invites again. */
export async function replaceUser(write: Write, body: Changes, { clock, keyring }: UserParts) {
  const { db, who } = write
  const { id, version, name, phone_number, code } = body
  const account = await lockAccount(db, who, { id })
  const invited = await findInvitation(db, id)
  const email = body.email === account.email ? undefined : body.email
  const now = clock.now()
  let phoneBefore: string | null = null
  const after = await replaceRecord(
    write,
    {
      ...userRecord,
      read: (within: Db, reader: Principal, of: number) => readUser(within, reader, of, now),
    },
    {
      id,
      version,
      values: {
        name,
        phone_number,
        code,
        company_id: await boundTo(db, who, body),
        // Named in an update, a key of the table is locked against everybody who refers to the row, changed or not.
        email,
        federated: email === undefined ? undefined : await isFederated(db, email),
      },
      check(before) {
        if (before.status !== 1) throw new Problem('user-not-active')
        if (email !== undefined && !invited)
          throw new Problem('user-email-fixed', fieldOf('user-email-fixed'))
        phoneBefore = before.phone_number
      },
    },
  )
  if (email !== undefined) {
    await dropTemporaryPassword(db, id, now)
    const companies = await findCompaniesOf(db, scopeOf(who), id)
    await invite(db, keyring, { userId: id, to: email, companies: companies.map((one) => one.id) })
    await enqueueMessage(db, keyring, emailChangedNotice({ name, email: account.email }))
  }
  // Who has not come yet has no codes sent to any phone.
  if (!invited && phoneBefore !== phone_number)
    await enqueueMessage(
      db,
      keyring,
      phoneChangedNotice({ name, email: after.email }, phone_number),
    )
  return after
}

/** The company a person is bound to, as far as it is the bearer's to say; undefined leaves it. */
async function boundTo(db: Db, who: Principal, { id, accredit_id }: Changes) {
  if (accredit_id === undefined) return undefined
  if (!isAdministrator(who)) {
    if (accredit_id === null || accredit_id === who.place?.companyId) return undefined
    throw new Problem('company-not-found')
  }
  if (accredit_id !== null && !(await worksFor(db, id, accredit_id)))
    throw new Problem('company-not-found')
  return accredit_id
}

const fieldOf = (code: 'user-email-fixed') => ({
  fields: { email: new Problem(code).message },
})
