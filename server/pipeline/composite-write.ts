import type { AuditPart, BulkAuditDetails } from '../audit/audit.ts'
import type { BulkWrite } from './record.ts'

/**
 * A write that consists of writes to several resources. Each part adds its own audit event below the event of the whole
 * write.
 */
export class CompositeWrite {
  readonly whole: BulkWrite
  readonly #parts: { event: string; details: BulkAuditDetails }[] = []

  constructor(whole: BulkWrite) {
    this.whole = whole
  }

  /** Returns the write for the service that writes this part. `event` is the audit event of the part. */
  part(event: string): BulkWrite {
    const part: { event: string; details: BulkAuditDetails } = { event, details: {} }
    this.#parts.push(part)
    const { db, who } = this.whole
    return { db, who, audit: (more) => void (part.details = { ...part.details, ...more }) }
  }

  /** The audit parts, in order of their creation. A part that changed several records has one for each of them. */
  get all(): AuditPart[] {
    return this.#parts.flatMap(({ event, details: { parts, target = '', before, after } }) => [
      ...(parts ?? [
        {
          event,
          target,
          ...(before !== undefined && { before }),
          ...(after !== undefined && { after }),
        },
      ]),
    ])
  }
}
