import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { hasCode } from '../../shared/file-errors.ts'

/** Name of the file that describes a backup. It is written last. */
export const MANIFEST = 'manifest.json'
/** File with the keys of `SECRETS_KEYS`, only in a backup with secrets. */
export const SECRETS = 'secrets-keys'
/** File with the heads of the audit log that were stored outside of the database. */
export const HEADS = 'audit-checkpoints'
/** File with the public key of the audit log. */
export const VERIFIER_KEY = 'audit-log.vkey'
/** SQL that creates the database roles again, without passwords. */
export const ROLES = 'roles.sql'

/** Version of the format. A reader refuses a higher one. */
const FORMAT = 1

const privilege = z.enum([
  'SELECT',
  'INSERT',
  'UPDATE',
  'DELETE',
  'TRUNCATE',
  'REFERENCES',
  'TRIGGER',
  'MAINTAIN',
  'USAGE',
])

const manifestFields = z.object({
  format: z.literal(FORMAT),
  /** Version of the product that made the backup. */
  version: z.string(),
  /** Time at which the snapshot was begun. Everything committed before is in the backup. */
  taken_at: z.iso.datetime(),
  /** `server_version` of the PostgreSQL that was backed up. */
  postgresql: z.string(),
  /** Applied migrations in order. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number(),
      file: z.string(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.number() })),
  /** Rights of database roles other than the owner and the server's role. */
  grants: z.array(
    z.object({
      role: z.string(),
      relation: z.string(),
      kind: z.enum(['table', 'sequence']),
      column: z.string().nullable(),
      privilege,
      grantable: z.boolean(),
    }),
  ),
  /** Keys with which values in the backup are encrypted. `check` identifies a key without revealing it. */
  keys: z.array(
    z.object({
      id: z.string(),
      check: z.string().nullable(),
      values: z.array(z.object({ table: z.string(), count: z.number() })),
    }),
  ),
  files: z.array(
    z.object({
      // A path within the folder of the backup.
      name: z.string().regex(/^(tables\/)?\w[\w.-]*$/),
      bytes: z.number(),
      sha256: z.string(),
    }),
  ),
})

const manifestSchema = manifestFields.refine(
  ({ tables, files }) => {
    const verified = new Set(files.map(({ name }) => name))
    return tables.every(({ file }) => verified.has(file))
  },
  { path: ['tables'], message: 'a table has a file whose digest is not listed' },
)

export type Manifest = z.infer<typeof manifestSchema>
export type BackupFile = Manifest['files'][number]

export function writeManifest(content: Omit<Manifest, 'format'>): string {
  return `${JSON.stringify({ format: FORMAT, ...content } satisfies Manifest, null, 2)}\n`
}

/**
 * Reads the manifest of a backup and verifies size and digest of each file. Throws an error that says what is wrong.
 */
export async function readBackup(folder: string): Promise<Manifest> {
  const manifest = parseManifest(folder, await readManifest(folder))
  for (const file of manifest.files) await verifyFile(folder, file)
  return manifest
}

async function readManifest(folder: string): Promise<string> {
  try {
    return await readFile(join(folder, MANIFEST), 'utf8')
  } catch (error) {
    if (!hasCode(error, 'ENOENT', 'ENOTDIR')) throw error
    throw new Error(
      `${folder} is no backup: it has no ${MANIFEST}. A backup that was interrupted has none either.`,
      { cause: error },
    )
  }
}

function parseManifest(folder: string, text: string): Manifest {
  const damaged = `${join(folder, MANIFEST)} is damaged`
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (cause) {
    throw new Error(`${damaged}: it is not JSON.`, { cause })
  }
  const { success, data } = z.object({ format: z.number(), version: z.string() }).safeParse(content)
  if (success && data.format > FORMAT)
    throw new Error(
      `The backup was made by version ${data.version}, whose format this version does not know. Restore it with that version or a newer one.`,
    )
  const parsed = manifestSchema.safeParse(content)
  if (!parsed.success) throw new Error(`${damaged}: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}

async function verifyFile(folder: string, { name, bytes, sha256 }: BackupFile): Promise<void> {
  const path = join(folder, name)
  const found = await stat(path).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  })
  if (!found) throw new Error(`The backup is incomplete: ${path} is missing.`)
  if (found.size !== bytes)
    throw new Error(`The backup is damaged: ${path} has ${found.size} bytes instead of ${bytes}.`)
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  if (hash.digest('hex') !== sha256)
    throw new Error(`The backup is damaged: the SHA-256 of ${path} is not that of the manifest.`)
}
