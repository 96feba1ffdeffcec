import { z } from 'zod'
import { ownDataRequest } from './data-requests.ts'
import { endpoint } from './endpoint.ts'

/** So many rows of each section the screen shows, the newest first; the file has them all, but for `fileRowsMax`. */
export const shownRowsMax = 10
export const fileRowsMax = 10_000

const section = z.object({
  key: z.string(),
  title: z.string(),
  /** What it is kept for, in a sentence. */
  why: z.string(),
  /** For how long, in a sentence. */
  kept_for: z.string(),
  columns: z.array(
    z.object({
      /** What the JSON file calls it. */
      key: z.string(),
      header: z.string(),
      /** How its cells are shown: an instant is ISO 8601 in UTC, a user agent what a browser calls itself. */
      kind: z.enum(['text', 'instant', 'user-agent']),
    }),
  ),
  /** A cell for each column, in their order. */
  rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
  /** How many rows there are, with those that are left out. */
  total: z.int(),
})

export type MyDataSection = z.output<typeof section>

/** What is kept of the bearer, for the bearer alone (LGPD art. 18 and 19; decision 42). */
export const myData = {
  myDataGet: endpoint({
    method: 'GET',
    path: '/my-data',
    summary: `What is kept of the bearer, in sections with their purpose and term, ${shownRowsMax} rows of each at most, and the corrections that the bearer asked for.`,
    access: 'signed-in',
    audit: 'none',
    success: z.object({ sections: z.array(section), requests: z.array(ownDataRequest) }),
    problems: [],
  }),
  /** A file of everything about somebody is what a thief of a session would take first: it needs proof of identity. */
  myDataFile: endpoint({
    method: 'POST',
    path: '/my-data/file',
    summary: `The same whole, up to ${fileRowsMax.toLocaleString('en')} rows of each section, as JSON or CSV.`,
    access: 'signed-in',
    confirm: true,
    audit: 'my-data.downloaded',
    body: z.strictObject({ format: z.enum(['json', 'csv'], 'Escolha json ou csv.') }),
    success: { bytes: ['application/json', 'text/csv'] },
    problems: [],
  }),
}
