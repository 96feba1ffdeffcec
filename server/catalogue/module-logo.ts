import { sql } from 'kysely'
import { auditRow } from '../audit/audit-row.ts'
import type { Write } from '../pipeline/record.ts'
import type { Db } from '../database/database.ts'
import { Problem } from '../pipeline/problem.ts'
import { checkLogo, type Logo, LogoRefusedError } from './logo-content.ts'
import { lockModuleToWrite, logoAddress } from './module-service.ts'

/** Replaces the logo of a module after checking the image. The audit event contains only the digest of the image. */
export async function replaceLogo(
  write: Write,
  moduleId: number,
  base64: string,
): Promise<{ logo: string }> {
  await lockModuleToWrite(write, moduleId)
  const logo = checkedLogo(Buffer.from(base64, 'base64'))
  const before = await findLogoFacts(write.db, moduleId)
  await write.db
    .insertInto('module_logos')
    .values({ module_id: moduleId, ...logo })
    .onConflict((conflict) =>
      conflict.column('module_id').doUpdateSet({ ...logo, updated_at: sql`now()` }),
    )
    .execute()
  const { digest, content_type } = logo
  write.audit({
    target: `module:${moduleId}`,
    ...(before && { before: auditRow(before) }),
    after: { digest, content_type },
  })
  return { logo: logoAddress(moduleId, digest) }
}

export async function deleteLogo(write: Write, moduleId: number): Promise<void> {
  await lockModuleToWrite(write, moduleId)
  const before = await findLogoFacts(write.db, moduleId)
  if (!before) throw new Problem('module-logo-not-found')
  await write.db.deleteFrom('module_logos').where('module_id', '=', moduleId).execute()
  write.audit({ target: `module:${moduleId}`, before: auditRow(before) })
}

function findLogoFacts(db: Db, moduleId: number) {
  return db
    .selectFrom('module_logos')
    .select(['digest', 'content_type'])
    .where('module_id', '=', moduleId)
    .executeTakeFirst()
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
