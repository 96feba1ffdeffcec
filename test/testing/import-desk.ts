import { type ImportKindName, importTypes } from '../../contract/import-kinds.ts'
import type { ConsoleClient } from './console-client.ts'
import type { DataOf } from './test-client.ts'

export type Draft = DataOf<'importUpload'>
export type DraftRow = DataOf<'importRowList'>['rows'][number]

/** A user who imports files of one kind. */
export class ImportDesk {
  readonly who: ConsoleClient
  readonly kind: ImportKindName

  constructor(who: ConsoleClient, kind: ImportKindName) {
    this.who = who
    this.kind = kind
  }

  /** Sends a file as bytes or text. */
  send(file: string | Uint8Array<ArrayBuffer>, type: string = importTypes[0]) {
    const content = typeof file === 'string' ? new TextEncoder().encode(file) : file
    return this.who.call('importUpload', {
      params: { kind: this.kind },
      query: { name: 'arquivo.csv' },
      body: { content, type },
    })
  }

  /** Sends a readable file. */
  async draft(file: string | Uint8Array<ArrayBuffer>): Promise<Draft> {
    return (await this.send(file)).data
  }

  /** Sends a file and returns the reason of its refusal, or the whole response if it is accepted. */
  async refusal(file: string | Uint8Array<ArrayBuffer>, type?: string): Promise<string> {
    const answer = await this.send(file, type)
    return answer.status === 400 ? (answer.failure.fields?.['file'] ?? '') : answer.text
  }

  async rows({ id }: { id: number }, query: object = {}): Promise<DraftRow[]> {
    const params = { kind: this.kind, id: String(id) }
    const answer = await this.who.call('importRowList', {
      params,
      query: { take: '50', ...query },
    })
    return answer.data.rows
  }

  commit({ id, sha256, preview_sha256 }: Pick<Draft, 'id' | 'sha256' | 'preview_sha256'>) {
    return this.who.call('importCommit', this.commitOf({ id, sha256, preview_sha256 }))
  }

  /** Returns the call that commits a previewed draft. */
  commitOf({ id, sha256, preview_sha256 }: Pick<Draft, 'id' | 'sha256' | 'preview_sha256'>) {
    return { params: { kind: this.kind, id: String(id) }, body: { sha256, preview_sha256 } }
  }

  /** Sends a file and commits it. */
  async import(file: string | Uint8Array<ArrayBuffer>): Promise<Draft> {
    return (await this.commit(await this.draft(file))).data
  }

  undo({ id }: { id: number }) {
    return this.who.call('importUndo', { params: { kind: this.kind, id: String(id) } })
  }

  async get({ id }: { id: number }): Promise<Draft> {
    const params = { kind: this.kind, id: String(id) }
    return (await this.who.call('importGet', { params })).data
  }
}
