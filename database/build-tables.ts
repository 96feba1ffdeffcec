import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

/** Folder of the target schema, one table per file. */
export const TABLES_FOLDER = join(import.meta.dirname, 'tables')

interface TableFile {
  name: string
  needs: string[]
  sql: string
}

/**
 * Creates every table from its file. The first line of a file, `-- needs: companies, users`, names the files that
 * must run before it.
 */
export async function buildTables(client: pg.Client, folder = TABLES_FOLDER): Promise<void> {
  for (const { name, sql } of inOrder(await readTableFiles(folder))) {
    try {
      await client.query(sql)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new Error(`database/tables/${name}.sql failed: ${reason}`, { cause })
    }
  }
}

async function readTableFiles(folder: string): Promise<TableFile[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(join(folder, file), 'utf8')
      const needs = /^-- needs:(.*)/.exec(sql)?.[1] ?? ''
      const names = needs.split(',').map((name) => name.trim())
      return { name: file.slice(0, -'.sql'.length), needs: names.filter(Boolean), sql }
    }),
  )
}

/** Returns the files in dependency order. */
function inOrder(files: TableFile[]): TableFile[] {
  const byName = new Map(files.map((file) => [file.name, file]))
  const ordered = new Set<TableFile>()
  const visit = (file: TableFile, path: string[]): void => {
    if (ordered.has(file)) return
    if (path.includes(file.name)) {
      throw new Error(`Circular dependency of tables: ${[...path, file.name].join(' > ')}`)
    }
    for (const need of file.needs) {
      const needed = byName.get(need)
      if (!needed) throw new Error(`${file.name}.sql needs ${need}.sql, which does not exist`)
      visit(needed, [...path, file.name])
    }
    ordered.add(file)
  }
  for (const file of files) visit(file, [])
  return [...ordered]
}
