import type { MyDataSection } from '../../contract/my-data.ts'
import { formatInstant } from '../../contract/shown.ts'
import { byteOrderMark, csvLines } from '../exports/csv.ts'

/** The data of a user as a downloadable file. */
interface MyDataFile {
  content: Buffer
  type: string
  extension: 'json' | 'csv'
}

/** Returns a machine-readable file: column keys as names, instants in UTC. */
export function asJsonFile(sections: readonly MyDataSection[], now: Date): MyDataFile {
  const data = {
    generated_at: now.toISOString(),
    sections: sections.map(({ columns, rows, ...section }) => ({
      ...section,
      rows: rows.map((row) =>
        Object.fromEntries(columns.map(({ key }, place) => [key, row[place] ?? null])),
      ),
    })),
  }
  const content = Buffer.from(JSON.stringify(data, null, 2))
  return { content, type: 'application/json; charset=utf-8', extension: 'json' }
}

/** Returns a readable file: one line per value, formatted as on the screen. */
export function asCsvFile(sections: readonly MyDataSection[]): MyDataFile {
  const lines = sections.flatMap(({ title, columns, rows }) =>
    rows.flatMap((row, place) =>
      columns.flatMap(({ header, kind }, column) => {
        const value = row[column] ?? null
        if (value === null || value === '') return []
        const shown = kind === 'instant' ? formatInstant(String(value)) : value
        return [[title, place + 1, header, shown]]
      }),
    ),
  )
  const content = byteOrderMark + csvLines([['Parte', 'Registro', 'Dado', 'Valor'], ...lines])
  return { content: Buffer.from(content), type: 'text/csv; charset=utf-8', extension: 'csv' }
}
