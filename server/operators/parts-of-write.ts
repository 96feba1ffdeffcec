import type { AuditDetails, AuditPart } from '../audit/audit.ts'
import type { Write } from '../binder/record.ts'

/** A write that is made of writes of several resources: what each tells the trail becomes an event beneath the whole. */
export class PartsOfWrite {
  readonly whole: Write
  readonly #parts: { event: string; details: AuditDetails }[] = []

  constructor(whole: Write) {
    this.whole = whole
  }

  /** The write as the service of a part takes it; its event is named as if it were made alone. */
  part(event: string): Write {
    const part: { event: string; details: AuditDetails } = { event, details: {} }
    this.#parts.push(part)
    const { db, who } = this.whole
    return { db, who, audit: (more) => void (part.details = { ...part.details, ...more }) }
  }

  /** What the parts told, in their order. */
  get all(): AuditPart[] {
    return this.#parts.map(({ event, details: { target = '', before, after } }) => ({
      event,
      target,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    }))
  }
}
