import { z } from 'zod'
import { endpoint, listExported } from './endpoint.ts'
import { id, instant } from './fields.ts'
import { idInQuery, searchText, takeInQuery } from './list.ts'
import { openApiSchemas } from './on-the-wire.ts'
import { recordInQuery } from './audit-records.ts'

/** Maximum number of events in an export: the maximum number of rows of an Excel worksheet, rounded down. */
export const auditExportMax = 1_000_000

/** Response header with the number of events in the file. The client shows progress with it. */
export const exportRowsHeader = 'x-export-rows'

/**
 * A position between two events of the audit log: microseconds since 1970 and event number. A made-up position is
 * harmless, because the caller's scope still limits the events.
 */
const position = z
  .string()
  .regex(/^\d{1,16}-\d{1,16}$/, 'Posição inválida.')
  .optional()

const dayWanted = 'Use uma data, como 2026-11-22.'

/** A day in São Paulo. The year 0 is refused because PostgreSQL has none. */
const day = z.iso
  .date(dayWanted)
  .refine((typed) => !typed.startsWith('0000'), dayWanted)
  .optional()

/** Returns whether the audit log can contain events of an operation. */
type IsOperation = (operation: string) => boolean

/**
 * Filters of the audit log. The screen stores them in its URL. `isOperation` is a parameter because `api.ts` imports
 * these endpoints: importing `api.ts` here would create an import cycle.
 */
const filtersOf = (isOperation: IsOperation) => ({
  /** User who acted. */
  user_id: idInQuery.optional(),
  /** Company that the user acted for. */
  company_id: idInQuery.optional(),
  operation: z
    .string()
    .max(60)
    .refine(isOperation, 'Operação desconhecida.')
    .register(openApiSchemas, { type: 'string', maxLength: 60 })
    .optional(),
  /** Record of the event or of one of its sub-events. */
  record: recordInQuery
    .register(openApiSchemas, {
      type: 'string',
      maxLength: 60,
      pattern: '^[a-z-]{1,20}:([0-9]{1,10}|[0-9a-f-]{36})$',
    })
    .optional(),
  /** `changes`: only events that change a record. Reads and confirmations of identity are left out. */
  only: z.enum(['changes'], 'Escolha changes.').optional(),
  since: day,
  /** Last day, included in the period. */
  until: day,
  /** Number of an event. Only its sub-events are listed. */
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
    .register(openApiSchemas, { type: 'integer', minimum: 1, maximum: 999_999_999_999_999 })
    .optional(),
})

export type AuditFilters = z.output<z.ZodObject<ReturnType<typeof filtersOf>>>

/** Query of a page of the audit log. */
export const auditQueryOf = (isOperation: IsOperation) =>
  z.strictObject({
    take: takeInQuery,
    /** Only events before this position: the next page. */
    before: position,
    /** Only events after this position: the previous page. */
    after: position,
    /**
     * `folded`: leaves out the confirmations of identity that a listed write used. Has no effect on the events of a
     * record, the parts of an event, or a filter by operation. An export has all events.
     */
    confirmations: z.enum(['folded'], 'Escolha folded.').optional(),
    ...filtersOf(isOperation),
  })

/** A user or company. The name is null if the reader cannot see the record. */
const named = z.object({ id, name: z.string().nullable() })

/** OpenAPI schema of the stored values, whose fields depend on the operation. */
const kept = {
  description:
    'Values of the record in the event; null if there are none, or if they are withheld or erased.',
}

const auditEvent = z.object({
  /** Number of the event. */
  id: z.int(),
  happened_at: instant,
  operation: z.string(),
  /** Event name, such as `service.updated`. */
  event: z.string(),
  user: named.nullable(),
  company: named.nullable(),
  /** Delegation that the user acted under, and the name of its delegator. */
  delegation: z.object({ id, by: z.string().nullable() }).nullable(),
  /** True if an API token acted for the user. */
  by_token: z.boolean(),
  address: z.string().nullable(),
  /** `user-agent` header of the session. */
  user_agent: z.string().nullable(),
  confirmed_by: z.string().nullable(),
  /** Record of the event. */
  record: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }).nullable(),
  /** Values before and after the event, without secrets; null if there are none. */
  before: z.unknown().register(openApiSchemas, kept),
  after: z.unknown().register(openApiSchemas, kept),
  /** Signature of a passkey, with what it signed, for verifiers (docs/security/passkeys.md). Absent if there is none. */
  signed: z
    .unknown()
    .optional()
    .register(openApiSchemas, { description: 'Signature of a passkey, with what it signed.' }),
  /** True if the reader may see the event but not its record. */
  withheld: z.boolean(),
  /** Names of the values that were erased: address, before, after, target or signed. */
  erased: z.array(z.string()),
  has_parts: z.boolean(),
  part_of: z.int().nullable(),
  request_id: z.string(),
})

export type AuditEvent = z.output<typeof auditEvent>

export const auditPage = z.object({
  rows: z.array(auditEvent),
  /**
   * Names of the records that these events and the filter reference, by keys such as `company:2`. Records that the
   * reader cannot see are absent.
   */
  names: z.record(z.string(), z.string()),
  /** Position of the next page, with older events; null on the last page. */
  older: z.string().nullable(),
  /** Position of the previous page; null on the first page. */
  newer: z.string().nullable(),
})

/** File formats of an export. */
export const exportFormats = ['csv', 'jsonl'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Endpoints that read the audit log (rulings §7, §10; decision 40). */
export const auditLogEndpoints = (isOperation: IsOperation) => ({
  auditList: endpoint({
    method: 'GET',
    path: '/audit',
    summary:
      'Audit events, newest first, in pages from a position. Administrators and profile 4 read all events, others those of the company of their token.',
    access: { screen: '/audit-list' },
    audit: 'none',
    reads: 'standby',
    query: auditQueryOf(isOperation),
    success: auditPage,
    problems: [],
  }),
  auditChoice: endpoint({
    method: 'GET',
    path: '/audit/choice',
    summary:
      'Users or companies by which the audit log can be filtered, found by name. At most 20, and only those that the caller sees.',
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
      'All events that match the filters, newest first, streamed as CSV or JSON Lines, up to 1,000,000. The header `x-export-rows` contains their number.',
    access: { screen: '/audit-list' },
    audit: { ...listExported, title: 'Exportação da auditoria' },
    reads: 'standby',
    exports: 'auditList',
    query: z.strictObject({
      ...filtersOf(isOperation),
      format: z.enum(exportFormats).default('csv'),
    }),
    success: { bytes: ['text/csv', 'application/jsonl'] },
    problems: [],
  }),
})

export type AuditLogEndpoints = ReturnType<typeof auditLogEndpoints>
