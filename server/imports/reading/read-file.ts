import { buffer } from 'node:stream/consumers'
import { importKindNames, type ImportKindName } from '../../../contract/import-kinds.ts'
import { csvTable } from './csv-table.ts'
import { FileRefusal } from './file-refusal.ts'
import { namedTable, type NamedTable } from './named-cells.ts'
import { refuseOtherKind } from './other-kinds.ts'
import type { Table } from './bounded-table.ts'

/** What the process writes to stdout. */
export type ReadFile = NamedTable | { refused: string }

/**
 * Program of the process that parses one untrusted file. Reads the file from stdin and writes the rows to stdout. The
 * parent process limits its memory and time (file-reader.ts).
 */
const kind = kindNamed(process.argv[2])

function kindNamed(given: string | undefined): ImportKindName {
  const found = importKindNames.find((name) => name === given)
  if (!found) throw new Error('Unknown import kind.')
  return found
}

const startsWith = (bytes: Buffer, signature: readonly number[]): boolean =>
  bytes.subarray(0, signature.length).equals(Buffer.from(signature))

async function tableOf(bytes: Buffer): Promise<Table> {
  // Imported on demand, because a process is started for each file and a CSV does not need the workbook reader.
  if (startsWith(bytes, [0x50, 0x4b]))
    return (await import('./xlsx-table.ts')).xlsxTable(bytes, kind)
  refuseOtherKind(bytes)
  return csvTable(bytes)
}

async function read(): Promise<ReadFile> {
  try {
    const bytes = Buffer.from(await buffer(process.stdin))
    return namedTable(await tableOf(bytes), kind)
  } catch (error) {
    if (error instanceof FileRefusal) return { refused: error.message }
    throw error
  }
}

process.stdout.write(JSON.stringify(await read()))
