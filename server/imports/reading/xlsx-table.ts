import { unzipSync, zipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'
import { FileRefusal } from './file-refusal.ts'
import { BoundedTable, type TableRow } from './bounded-table.ts'
import { requireShortTexts } from './short-texts.ts'
import { damaged, requireModestZip } from './zip-directory.ts'

/** The rows of the first sheet of a workbook; a formula is what the spreadsheet last showed of it, as text. */
export async function xlsxTable(bytes: Buffer<ArrayBuffer>): Promise<TableRow[]> {
  requireModestZip(bytes)
  const table = new BoundedTable()
  for (const row of await readRows(bytes)) table.add(row.map(textOf))
  return table.rows
}

async function readRows(bytes: Buffer<ArrayBuffer>): Promise<unknown[][]> {
  try {
    return await readSheet(repack(bytes), {
      trim: false,
      parseNumber: wholeNumber,
    })
  } catch (error) {
    if (error instanceof FileRefusal) throw error
    // Whatever the library can't make out: it has an error for some of it, and stumbles over the rest.
    return damaged()
  }
}

/** Packed by the library, large files would each be unpacked by a thread, and this process may begin none. */
function repack(bytes: Buffer<ArrayBuffer>): ArrayBuffer {
  const files = unzipSync(bytes, { filter: ({ name }) => /\.xml(\.rels)?$/.test(name) })
  for (const file of Object.values(files)) requireShortTexts(file)
  return new Uint8Array(zipSync(files, { level: 0 })).buffer
}

/** A number as the file has it; written with an exponent, without it where no figure of it is missing. */
function wholeNumber(written: string): string {
  const [, whole = '', fraction = '', exponent] = /^(\d)(?:\.(\d+))?E\+?(\d+)$/i.exec(written) ?? []
  return exponent !== undefined && fraction.length === Number(exponent) ? whole + fraction : written
}

function textOf(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return typeof cell === 'string' || typeof cell === 'boolean' ? String(cell) : ''
}
