import { sql } from 'kysely'
import type { ProblemCode } from '../../contract/problems.ts'
import { auditRow } from '../audit/audit-row.ts'
import type { Db } from '../database/database.ts'
import { checkLogo, type Logo, LogoRefusedError } from './logo-content.ts'
import { Problem } from '../pipeline/problem.ts'
import { lockRecord, type RecordKind, type VersionedRow, type Write } from '../pipeline/record.ts'

/** Kinds of records that may have a logo, each with the problem for a record without one. */
const notFound = {
  module: 'module-logo-not-found',
  company: 'company-logo-not-found',
} as const satisfies Record<string, ProblemCode>

type LogoOwner = keyof typeof notFound

type RecordWithLogo<Row extends VersionedRow> = RecordKind<Row, never, never, unknown> & {
  name: LogoOwner
}

type LogoFacts = Pick<Logo, 'digest' | 'content_type'>

const tableOf = (owner: LogoOwner) => sql.table(`${owner}_logos`)
const idIn = (owner: LogoOwner) => sql.ref(`${owner}_id`)

/** Returns the URL of a logo, which changes with the image. */
export function logoAddress(owner: LogoOwner, id: number, digest: string): string {
  return `/api/${owner}/${id}/logo/${digest}`
}

/** Returns the logo of a record if it still is the one with this digest. */
export async function findLogo(db: Db, owner: LogoOwner, id: number, digest: string) {
  const { rows } = await sql<Pick<Logo, 'content'> & { content_type: string }>`
    select content, content_type from ${tableOf(owner)}
    where ${idIn(owner)} = ${id} and digest = ${digest}`.execute(db)
  return rows[0]
}

/** Replaces the logo of a record after checking the image. The audit event contains only the digest of the image. */
export async function replaceLogo<Row extends VersionedRow>(
  write: Write,
  record: RecordWithLogo<Row>,
  id: number,
  base64: string,
): Promise<{ logo: string }> {
  await lockRecord(write, record, id)
  const owner = record.name
  const { content, digest, content_type } = checkedLogo(Buffer.from(base64, 'base64'))
  const before = await findLogoFacts(write.db, owner, id)
  await sql`insert into ${tableOf(owner)} (${idIn(owner)}, content, content_type, digest)
    values (${id}, ${content}, ${content_type}, ${digest})
    on conflict (${idIn(owner)}) do update set content = excluded.content, content_type = excluded.content_type,
      digest = excluded.digest, updated_at = now()`.execute(write.db)
  write.audit({
    target: `${owner}:${id}`,
    ...(before && { before: auditRow(before) }),
    after: { digest, content_type },
  })
  return { logo: logoAddress(owner, id, digest) }
}

/** Removes the logo of a record. */
export async function deleteLogo<Row extends VersionedRow>(
  write: Write,
  record: RecordWithLogo<Row>,
  id: number,
): Promise<void> {
  await lockRecord(write, record, id)
  const owner = record.name
  const before = await findLogoFacts(write.db, owner, id)
  if (!before) throw new Problem(notFound[owner])
  await sql`delete from ${tableOf(owner)} where ${idIn(owner)} = ${id}`.execute(write.db)
  write.audit({ target: `${owner}:${id}`, before: auditRow(before) })
}

async function findLogoFacts(db: Db, owner: LogoOwner, id: number) {
  const { rows } = await sql<LogoFacts>`select digest, content_type from ${tableOf(owner)}
    where ${idIn(owner)} = ${id}`.execute(db)
  return rows[0]
}

function checkedLogo(bytes: Buffer): Logo {
  try {
    return checkLogo(bytes)
  } catch (error) {
    if (error instanceof LogoRefusedError)
      throw new Problem('invalid-input', { fields: { content: error.message } })
    throw error
  }
}
