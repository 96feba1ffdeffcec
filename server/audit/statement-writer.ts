import type { Db } from '../database/database.ts'
import { singleWriteParts, type StatementWrite } from '../database/statement-write.ts'
import { writeParts } from '../database/write-parts.ts'
import { type AuditEvent, recordWrite } from './audit.ts'

/** Executes a write and its audit event as one statement. */
export interface StatementWriter {
  /** Returns whether anything was written. If not, there is no event either. */
  write(write: StatementWrite, event: AuditEvent | undefined): Promise<boolean>
}

/** Executes each write as its own statement. */
export class SingleStatements implements StatementWriter {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  write(write: StatementWrite, event: AuditEvent | undefined): Promise<boolean> {
    const parts = singleWriteParts(write)
    return event ? recordWrite(this.#db, event, parts) : writeParts(this.#db, parts)
  }
}
