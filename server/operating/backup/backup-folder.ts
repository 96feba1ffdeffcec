import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, rmSync } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { hasCode } from '../../shared/file-errors.ts'
import type { BackupFile } from './manifest.ts'

/**
 * A backup that is being written. The files are in a draft folder, which gets its final name when everything is on disk.
 * So a folder with the final name is always a complete backup.
 */
export class BackupFolder {
  readonly path: string
  readonly draft: string
  readonly files: BackupFile[] = []

  private constructor(path: string) {
    this.path = path
    this.draft = `${path}.partial`
  }

  /** Creates the draft. Throws if the backup exists, or if another process writes it. */
  static async create(given: string): Promise<BackupFolder> {
    const folder = new BackupFolder(resolve(given))
    if (existsSync(folder.path))
      throw new Error(`${folder.path} exists already. Name a folder that does not exist yet.`)
    try {
      await mkdir(folder.draft, { mode: 0o700 })
      await mkdir(join(folder.draft, 'tables'), { mode: 0o700 })
    } catch (error) {
      throw creationError(error, folder)
    }
    return folder
  }

  /** Writes a file that only its owner can read, and remembers its digest. */
  async write(name: string, content: string | Readable): Promise<BackupFile> {
    const hash = createHash('sha256')
    let bytes = 0
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk)
        bytes += chunk.length
        done(null, chunk)
      },
    })
    // With `flush` the file is on disk when the stream is closed.
    const target = createWriteStream(join(this.draft, name), {
      flags: 'wx',
      mode: 0o600,
      flush: true,
    })
    const source = typeof content === 'string' ? [Buffer.from(content)] : content
    await pipeline(source, measure, target).catch((error: unknown) => {
      throw this.#writeError(error)
    })
    const file = { name, bytes, sha256: hash.digest('hex') }
    this.files.push(file)
    return file
  }

  /** Compresses the stream into a file. */
  async writeCompressed(name: string, content: Readable): Promise<BackupFile> {
    const compressed = createZstdCompress()
    const [file] = await Promise.all([
      this.write(name, compressed),
      pipeline(content, compressed).catch((error: unknown) => {
        throw this.#writeError(error)
      }),
    ])
    return file
  }

  /** Gives the folder its final name. */
  async complete(): Promise<void> {
    await syncFolder(join(this.draft, 'tables'))
    await syncFolder(this.draft)
    await rename(this.draft, this.path)
    await syncFolder(dirname(this.path))
  }

  /** Removes the draft. */
  discard(): void {
    rmSync(this.draft, { recursive: true, force: true, maxRetries: 3 })
  }

  #writeError(error: unknown): unknown {
    if (!hasCode(error, 'ENOSPC', 'EDQUOT', 'EFBIG')) return error
    const reason = error instanceof Error ? error.message : ''
    return new Error(
      `There is not enough space for ${this.path} (${reason}). The incomplete backup was removed.`,
      { cause: error },
    )
  }
}

function creationError(error: unknown, { path, draft }: BackupFolder): unknown {
  if (hasCode(error, 'EEXIST'))
    return new Error(
      `${draft} exists: another backup is writing it, or one was interrupted. If no backup is running, remove it.`,
      { cause: error },
    )
  if (hasCode(error, 'ENOENT'))
    return new Error(`${dirname(path)} does not exist. Create it first.`, { cause: error })
  return error
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
