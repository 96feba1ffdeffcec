import { CsvError, parse } from 'csv-parse/sync'
import { refuseFile } from './file-refusal.ts'
import { BoundedTable, type TableRow } from './bounded-table.ts'

/** Longer than any row of cells that are taken; where a quote is left open, the rest of the file is one. */
const rowMax = 512 * 1024

/** The rows of a CSV in UTF-8, with its mark or without, its columns told apart by `,` or `;`. */
export function csvTable(bytes: Buffer): TableRow[] {
  const text = decode(bytes)
  const table = new BoundedTable()
  try {
    parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      max_record_size: rowMax,
      onRecord: (row: string[]) => {
        table.add(row)
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const { lines } = error as CsvError & { lines?: number }
    refuseFile(`A linha ${lines ?? 1} não pôde ser lida: confira as aspas e os separadores.`)
  }
  return table.rows
}

function decode(bytes: Buffer): string {
  try {
    // It leaves the mark out.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return refuseFile(
      'O arquivo não está em UTF-8, e os acentos se perderiam. Salve-o como “CSV UTF-8” ou como XLSX.',
    )
  }
}

/** What the titles are told apart by; none of ours holds either of them. */
function delimiterOf(text: string): ',' | ';' {
  const [titles = ''] = text.split(/\r?\n/, 1)
  return titles.split(';').length > titles.split(',').length ? ';' : ','
}
