import { CsvError, parse } from 'csv-parse/sync'
import { BoundedTable, type Table } from './bounded-table.ts'
import { textCell } from './cell.ts'
import { refuseFile } from './file-refusal.ts'

/**
 * Maximum size of a record in bytes. Larger than any record with acceptable cells. The limit matters because after an
 * unclosed quote the rest of the file is a single record.
 */
const rowMax = 512 * 1024

/** Parses a CSV in UTF-8, with or without byte order mark, separated by `,` or `;`. */
export function csvTable(bytes: Buffer): Table {
  const { separator, text } = takeSeparatorLine(decode(bytes))
  const table = new BoundedTable()
  try {
    parse(text, {
      delimiter: separator ?? separatorOf(text),
      // Header line and rows may have different line endings, because they may come from different programs.
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      max_record_size: rowMax,
      onRecord: (row: string[]) => {
        table.add(row.map(textCell))
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const { lines } = error as CsvError & { lines?: number }
    refuseFile(`A linha ${lines ?? 1} não pôde ser lida: confira as aspas e os separadores.`)
  }
  return { sheet: null, rows: table.rows }
}

/** Decodes UTF-8 and removes byte order marks, of which some programs write two. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/^\uFEFF+/, '')
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return refuseFile(
      'O arquivo não está em UTF-8, e os acentos se perderiam. Salve-o como “CSV UTF-8” ou como XLSX.',
    )
  }
}

/** Removes the first line `sep=;`, which names the separator for Excel, and returns that separator. */
function takeSeparatorLine(text: string): { separator?: string; text: string } {
  const [line, separator] = /^"?sep=([;,\t|])"?(?:\r\n?|\n|$)/i.exec(text) ?? []
  return line === undefined || separator === undefined
    ? { text }
    : { separator, text: text.slice(line.length) }
}

const otherSeparators = { '|': 'por “|”', '\t': 'por tabulações' } as const

/** Detects the separator in the header row. No header contains either character. */
function separatorOf(text: string): ',' | ';' {
  const counts = countSeparators(text)
  const counted = (separator: string): number => counts.get(separator) ?? 0
  const taken = counted(';') > counted(',') ? ';' : ','
  for (const [other, words] of Object.entries(otherSeparators))
    if (counted(other) > counted(taken))
      refuseFile(`As colunas deste arquivo estão separadas ${words}. Separe-as por “;” ou por “,”.`)
  return taken
}

/** Counts each separator outside quotes in the first record that is not blank. */
function countSeparators(text: string): Map<string, number> {
  let counts = new Map<string, number>()
  let [quoted, filled] = [false, false]
  for (const character of text) {
    if (character === '"') quoted = !quoted
    else if (quoted) continue
    else if (/[;,|\t]/.test(character)) counts.set(character, (counts.get(character) ?? 0) + 1)
    else if (/[\r\n]/.test(character)) {
      if (filled) break
      counts = new Map()
    } else if (character.trim() !== '') filled = true
    if (quoted) filled = true
  }
  return counts
}
