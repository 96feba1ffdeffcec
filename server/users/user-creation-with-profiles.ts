import type { BodyOf } from '../../contract/endpoint.ts'
import { userProfiles } from '../../contract/user-profiles.ts'
import type { users } from '../../contract/users.ts'
import { CompositeWrite } from '../pipeline/composite-write.ts'
import { opensEndpoint, type Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import type { BulkWrite } from '../pipeline/record.ts'
import { renamingFields } from '../pipeline/renaming-fields.ts'
import { withAssignedGrantsOnly } from '../sessions/guard.ts'
import { changeUserProfiles } from '../user-profiles/user-profile-service.ts'
import { type CreationParts, createUser } from './user-creation.ts'
import { findByEmail } from './user-queries.ts'

type New = BodyOf<typeof users.userCreate>

/**
 * Creates a user and gives the requested profiles, in one transaction. The audit event of the profiles is part of that
 * of the user. An existing user out of the caller's scope is invited as in `createUser` and receives no profiles,
 * because only a user linked to the company can have its profiles.
 */
export async function createUserWithProfiles(
  write: BulkWrite,
  { profiles, ...person }: New,
  parts: CreationParts,
) {
  if (profiles.length === 0) return createUser(write, person, parts)
  const { db, audit } = write
  const who = asGiver(write.who)
  await createUser(write, person, parts)
  const created = await findByEmail(db, who, person.email)
  if (!created?.seen) return {}
  const given = profiles.map((profile) => ({ ...profile, user_id: created.id }))
  const composite = new CompositeWrite({ db, who, audit })
  const part = composite.part(userProfiles.userProfileAdd.audit.event)
  await renamingFields(fieldNames(given.length), () => changeUserProfiles(part, { given }, parts))
  audit({ parts: composite.all })
  return {}
}

/** Returns the caller with assigned grants only, as for `userProfileAdd`. Throws unless these allow that endpoint. */
function asGiver(who: Principal): Principal {
  const { userProfileAdd } = userProfiles
  if (!who.place || !opensEndpoint(who.place.grants.writing, userProfileAdd.access, userProfileAdd))
    throw new Problem('forbidden')
  return withAssignedGrantsOnly(who, userProfileAdd.access, userProfileAdd)
}

/** Names of the rows and days of `userProfileAdd`, such as `3.end_date`, in the body of `userCreate`. */
const fieldNames = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, place) =>
      [`${place}`, `${place}.begin_date`, `${place}.end_date`].map(
        (name) => [name, `profiles.${name}`] as const,
      ),
    ).flat(),
  )
