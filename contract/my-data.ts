import { z } from 'zod'
import { ownDataRequest } from './data-requests.ts'
import { endpoint } from './endpoint.ts'

/** Maximum numbers of rows of each section: on the screen, newest first, and in the file. */
export const shownRowsMax = 10
export const fileRowsMax = 10_000

const section = z.object({
  key: z.string(),
  title: z.string(),
  /** Purpose of the data, as a sentence. */
  why: z.string(),
  /** Retention period, as a sentence. */
  kept_for: z.string(),
  columns: z.array(
    z.object({
      /** Key in the JSON file. */
      key: z.string(),
      header: z.string(),
      /** Format of the cells: an instant is ISO 8601 in UTC, a user agent is a `user-agent` header. */
      kind: z.enum(['text', 'instant', 'user-agent']),
    }),
  ),
  /** Rows of cells, in the order of `columns`. */
  rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
  /** Number of all rows, including rows that are not in `rows`. */
  total: z.int(),
})

export type MyDataSection = z.output<typeof section>

/** Personal data of the caller, readable only by the caller (LGPD art. 18 and 19; decision 42). */
export const myData = {
  myDataGet: endpoint({
    method: 'GET',
    path: '/my-data',
    summary: `The caller's personal data, in sections with their purpose and retention period, at most ${shownRowsMax} rows of each, and the corrections that the caller requested.`,
    access: 'signed-in',
    audit: 'none',
    success: z.object({ sections: z.array(section), requests: z.array(ownDataRequest) }),
    problems: [],
  }),
  /** Needs confirmation of identity, because someone with a stolen session would want this file first. */
  myDataFile: endpoint({
    method: 'POST',
    path: '/my-data/file',
    summary: `The caller's personal data in full, up to ${fileRowsMax.toLocaleString('en')} rows of each section, as JSON or CSV.`,
    access: 'signed-in',
    confirm: true,
    audit: {
      event: 'my-data.downloaded',
      title: 'Cópia dos próprios dados',
      past: 'Arquivo com os próprios dados baixado',
    },
    body: z.strictObject({ format: z.enum(['json', 'csv'], 'Escolha json ou csv.') }),
    success: { bytes: ['application/json', 'text/csv'] },
    problems: [],
  }),
}
