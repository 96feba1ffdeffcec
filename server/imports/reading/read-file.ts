import { buffer } from 'node:stream/consumers'
import { importKindNames, type ImportKindName } from '../../../contract/import-kinds.ts'
import { csvTable } from './csv-table.ts'
import { FileRefusal, refuseFile } from './file-refusal.ts'
import { namedRows, type NamedRow } from './named-cells.ts'

/** What this process says of the file that it was given. */
export type ReadFile = { rows: NamedRow[] } | { refused: string }

/**
 * A process of its own, which reads one file of a stranger and knows nothing else: the bytes come in, the rows go out. Who
 * starts it bounds its memory and time (file-reader.ts).
 */
const kind = kindNamed(process.argv[2])

function kindNamed(given: string | undefined): ImportKindName {
  const found = importKindNames.find((name) => name === given)
  if (!found) throw new Error('Which kind of rows?')
  return found
}

const signatures = {
  zip: Buffer.from([0x50, 0x4b]),
  oldExcel: Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
}
const startsWith = (bytes: Buffer, signature: Buffer): boolean =>
  bytes.subarray(0, signature.length).equals(signature)

async function tableOf(bytes: Buffer<ArrayBuffer>) {
  // Each file begins a process: what reads workbooks is loaded for a workbook alone.
  if (startsWith(bytes, signatures.zip)) return (await import('./xlsx-table.ts')).xlsxTable(bytes)
  if (startsWith(bytes, signatures.oldExcel))
    return refuseFile('Este é um XLS antigo ou uma planilha com senha. Salve-a como XLSX ou CSV.')
  return csvTable(bytes)
}

async function read(): Promise<ReadFile> {
  try {
    const bytes = Buffer.from(await buffer(process.stdin))
    return { rows: namedRows(await tableOf(bytes), kind) }
  } catch (error) {
    if (error instanceof FileRefusal) return { refused: error.message }
    throw error
  }
}

process.stdout.write(JSON.stringify(await read()))
