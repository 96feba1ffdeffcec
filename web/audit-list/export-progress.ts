import { exportRowsHeader, type ExportFormat } from '../../contract/audit-log.ts'

/** Progress of an export in events. */
export interface Progress {
  rows: number
  total: number
}

/** Counts the events in the chunks of an export: one per line, except line breaks within a CSV cell. */
export class ProgressCount {
  readonly #format: ExportFormat
  #total = 0
  #lines = 0
  #quoted = false

  constructor(format: ExportFormat) {
    this.#format = format
  }

  begin(headers: Headers): Progress {
    this.#total = Number(headers.get(exportRowsHeader) ?? 0)
    return this.progress
  }

  add(bytes: Uint8Array): Progress {
    const csv = this.#format === 'csv'
    for (const byte of bytes) {
      if (csv && byte === quote) this.#quoted = !this.#quoted
      else if (byte === lineEnd && !this.#quoted) this.#lines += 1
    }
    return this.progress
  }

  get progress(): Progress {
    const heads = this.#format === 'csv' ? 1 : 0
    return { rows: Math.max(0, this.#lines - heads), total: this.#total }
  }
}

const quote = 0x22
const lineEnd = 0x0a
