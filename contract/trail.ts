import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant } from './fields.ts'
import { idInQuery, searchText, takeInQuery } from './list.ts'
import { onTheWire } from './on-the-wire.ts'
import { operationNames } from './trail-operations.ts'
import { recordInQuery } from './trail-records.ts'

/** So many events are exported at once: as many rows as a worksheet of Excel takes beneath its headers, rounded. */
export const trailExportMax = 1_000_000

/** How many events a file holds, said before the first of them comes: progress is shown by it. */
export const exportRowsHeader = 'x-export-rows'

/**
 * A position in the trail, between two events: microseconds since 1970 and number of an event. It opens nothing: whoever
 * makes one up reads on from there what they may read.
 */
const position = z
  .string()
  .regex(/^\d{1,16}-\d{1,16}$/, 'Posição inválida.')
  .optional()

const dayWanted = 'Use uma data, como 2026-11-22.'

/** A day in São Paulo; the database knows no year 0. */
const day = z.iso
  .date(dayWanted)
  .refine((typed) => !typed.startsWith('0000'), dayWanted)
  .optional()

/** What the trail can be limited to; the address of the screen keeps all of it. */
const filters = {
  /** Who did it. */
  user_id: idInQuery.optional(),
  /** In the name of which company. */
  company_id: idInQuery.optional(),
  operation: z
    .string()
    .max(60)
    .refine((operation) => Object.hasOwn(operationNames, operation), 'Operação desconhecida.')
    .register(onTheWire, { type: 'string', maxLength: 60 })
    .optional(),
  /** What it was done to, parts of larger writes included. */
  record: recordInQuery
    .register(onTheWire, {
      type: 'string',
      maxLength: 60,
      pattern: '^[a-z-]{1,20}:([0-9]{1,10}|[0-9a-f-]{36})$',
    })
    .optional(),
  since: day,
  /** The whole day. */
  until: day,
  /** The parts of this event. */
  part_of: z
    .union(
      [
        z.int(),
        z
          .string()
          .regex(/^\d{1,15}$/)
          .transform(Number),
      ],
      'Use um número inteiro.',
    )
    .pipe(z.int().min(1).max(999_999_999_999_999))
    .register(onTheWire, { type: 'integer', minimum: 1, maximum: 999_999_999_999_999 })
    .optional(),
}

export const trailFilters = z.strictObject(filters)
export type TrailFilters = z.output<typeof trailFilters>

export const trailQuery = z.strictObject({
  take: takeInQuery,
  /** Only what happened before this position: the next page. */
  before: position,
  /** Only what happened after it: the page before. */
  after: position,
  ...filters,
})

/** Somebody by number; without a name where the reader doesn't see the person. */
const named = z.object({ id, name: z.string().nullable() })

/** What an event keeps of a record differs from write to write. */
const kept = {
  description:
    'What the event keeps of the record; null where there is none, and where it is withheld or erased.',
}

const auditEvent = z.object({
  /** The number of the event. */
  id: z.int(),
  happened_at: instant,
  operation: z.string(),
  /** What happened, such as `service.updated`. */
  event: z.string(),
  user: named.nullable(),
  company: named.nullable(),
  /** The running delegation that gave the right, and who had delegated. */
  delegation: z.object({ id, by: z.string().nullable() }).nullable(),
  /** By a token of the person's instead of in a browser. */
  by_token: z.boolean(),
  address: z.string().nullable(),
  /** What the browser of its session called itself. */
  user_agent: z.string().nullable(),
  confirmed_by: z.string().nullable(),
  /** What it was done to. */
  record: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }).nullable(),
  /** As it was and became, without secrets; null where there was nothing. */
  before: z.unknown().register(onTheWire, kept),
  after: z.unknown().register(onTheWire, kept),
  /** The reader sees that it happened, not what it was done to. */
  withheld: z.boolean(),
  /** The values that were erased: address, before, after or target. */
  erased: z.array(z.string()),
  has_parts: z.boolean(),
  part_of: z.int().nullable(),
  request_id: z.string(),
})

export type AuditEvent = z.output<typeof auditEvent>

export const trailPage = z.object({
  rows: z.array(auditEvent),
  /** What records are called to which these events refer, and the one asked for, by `company:2`; those that the reader sees. */
  names: z.record(z.string(), z.string()),
  /** Where the next page, of older events, begins; null on the last. */
  older: z.string().nullable(),
  /** The same of the page before; null on the first. */
  newer: z.string().nullable(),
})

/** How the trail is written to a file. */
export const exportFormats = ['csv', 'jsonl'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** The trail to read (rulings §7, §10; decision 40). */
export const trail = {
  auditList: endpoint({
    method: 'GET',
    path: '/audit',
    summary:
      'What happened, newest first, a page from a position on. Administrators and profile 4 read every event, others those of the company of their token.',
    access: { screen: '/audit-list' },
    audit: 'none',
    query: trailQuery,
    success: trailPage,
    problems: [],
  }),
  auditChoice: endpoint({
    method: 'GET',
    path: '/audit/choice',
    summary:
      'The people, or companies, to limit the trail to: those whom the bearer sees, by name, 20 at most.',
    access: { screen: '/audit-list' },
    audit: 'none',
    query: z.strictObject({
      kind: z.enum(['user', 'company']),
      id: idInQuery.optional(),
      search: searchText.optional(),
    }),
    success: z.object({
      rows: z.array(z.object({ id, name: z.string(), detail: z.string() })),
    }),
    problems: [],
  }),
  auditExport: endpoint({
    method: 'GET',
    path: '/export/audit',
    summary:
      'All events of a selection, newest first, as CSV or JSON Lines; sent as they are read, up to 1,000,000. The header `x-export-rows` says how many.',
    access: { screen: '/audit-list' },
    audit: 'list.exported',
    exports: 'auditList',
    query: z.strictObject({ ...filters, format: z.enum(exportFormats).default('csv') }),
    success: { bytes: ['text/csv', 'application/jsonl'] },
    problems: [],
  }),
}
