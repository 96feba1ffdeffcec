import { sql } from 'kysely'
import type { ProblemCode } from '../../contract/problems.ts'
import { auditRow } from '../audit/audit-row.ts'
import type { Db } from '../database/database.ts'
import { checkLogo, type Logo, LogoRefusedError } from './logo-content.ts'
import { Problem } from '../pipeline/problem.ts'
import { lockRecord, type RecordKind, type VersionedRow, type Write } from '../pipeline/record.ts'

/**
 * Kinds of records that may have a logo: the problem for a record without one, and the column with the digest in the
 * URL. The URL of a company's logo cannot be calculated from the image (decision 82).
 */
const owners = {
  module: { notFound: 'module-logo-not-found', urlDigest: 'digest' },
  company: { notFound: 'company-logo-not-found', urlDigest: 'url_digest' },
} as const satisfies Record<string, { notFound: ProblemCode; urlDigest: string }>

type LogoOwner = keyof typeof owners

type RecordWithLogo<Row extends VersionedRow> = RecordKind<Row, never, never, unknown> & {
  name: LogoOwner
}

/** What the audit log stores about a logo. */
type LogoFacts = Pick<Logo, 'digest' | 'content_type'>

const tableOf = (owner: LogoOwner) => sql.table(`${owner}_logos`)
const idIn = (owner: LogoOwner) => sql.ref(`${owner}_id`)
/** Column with the digest in the URL of a logo. */
export const urlDigestIn = (owner: LogoOwner) => sql.ref(owners[owner].urlDigest)

interface LogoWrite extends Write {
  nothingChanged: () => void
}

/** Returns the URL of a logo, which changes with the image. */
export function logoAddress(owner: LogoOwner, id: number, digest: string): string {
  return `/api/${owner}/${id}/logo/${digest}`
}

/** Returns the logo of a record if it still is the one of this URL. */
export async function findLogo(db: Db, owner: LogoOwner, id: number, urlDigest: string) {
  const { rows } = await sql<Pick<Logo, 'content'> & { content_type: string }>`
    select content, content_type from ${tableOf(owner)}
    where ${idIn(owner)} = ${id} and ${urlDigestIn(owner)} = ${urlDigest}`.execute(db)
  return rows[0]
}

/**
 * Replaces the logo of a record after checking the image; does nothing if the record has this image. The audit event
 * contains only the digest of the image.
 */
export async function replaceLogo<Row extends VersionedRow>(
  write: LogoWrite,
  record: RecordWithLogo<Row>,
  id: number,
  base64: string,
): Promise<{ logo: string }> {
  await lockRecord(write, record, id)
  const owner = record.name
  const { content, digest, content_type } = checkedLogo(Buffer.from(base64, 'base64'))
  const before = await findLogoFacts(write.db, owner, id)
  if (before?.facts.digest === digest) {
    write.nothingChanged()
    return { logo: logoAddress(owner, id, before.urlDigest) }
  }
  const { rows } = await sql<{
    url_digest: string
  }>`insert into ${tableOf(owner)} (${idIn(owner)}, content, content_type, digest)
    values (${id}, ${content}, ${content_type}, ${digest})
    on conflict (${idIn(owner)}) do update set content = excluded.content, content_type = excluded.content_type,
      digest = excluded.digest, updated_at = now()
    returning ${urlDigestIn(owner)} as url_digest`.execute(write.db)
  write.audit({
    target: `${owner}:${id}`,
    ...(before && { before: auditRow(before.facts) }),
    after: { digest, content_type },
  })
  return { logo: logoAddress(owner, id, rows[0]?.url_digest ?? '') }
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
  if (!before) throw new Problem(owners[owner].notFound)
  await sql`delete from ${tableOf(owner)} where ${idIn(owner)} = ${id}`.execute(write.db)
  write.audit({ target: `${owner}:${id}`, before: auditRow(before.facts) })
}

async function findLogoFacts(
  db: Db,
  owner: LogoOwner,
  id: number,
): Promise<{ facts: LogoFacts; urlDigest: string } | undefined> {
  const { rows } = await sql<LogoFacts & { url_digest: string }>`
    select digest, content_type, ${urlDigestIn(owner)} as url_digest from ${tableOf(owner)}
    where ${idIn(owner)} = ${id}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { url_digest: urlDigest, ...facts } = row
  return { facts, urlDigest }
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
