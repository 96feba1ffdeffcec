import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventOfEntry } from '../log-entry.ts'
import { hashLength } from '../log/merkle-tree.ts'
import { edgeOf, tilePath, tileWidth, unbundleEntries } from '../log/tiles.ts'
import type { LogSource, SealedLeaf } from './log-source.ts'
import { hasCode } from '../../shared/file-errors.ts'

/** File names in an export: of its checkpoint, and of the public key. */
export const [checkpointFile, verifierKeyFile] = ['checkpoint', 'audit-log.vkey']

/** Opens a log that was exported or downloaded to a folder (C2SP tlog-tiles). */
export async function folderLog(folder: string): Promise<LogSource> {
  const checkpoint = await readFile(join(folder, checkpointFile), 'utf8')
  const size = Number(checkpoint.split('\n')[1])
  const widthOf = (level: number, index: number): number => {
    const edge = edgeOf(size, level)
    return index < edge.index ? tileWidth : edge.width
  }
  const readTile = (level: number, index: number): Promise<Buffer> =>
    readIfThere(join(folder, tilePath(level, index, widthOf(level, index))))
  async function* leaves(): AsyncGenerator<SealedLeaf> {
    for (let tile = 0; tile * tileWidth < size; tile++) {
      const width = widthOf(0, tile)
      const hashes = await readTile(0, tile)
      const entries = unbundleEntries(
        await readIfThere(join(folder, tilePath('entries', tile, width))),
      )
      // If a bundle has too many entries, the additional ones are yielded too, so that they are reported.
      for (let at = 0; at < Math.max(width, entries.length); at++) {
        const recorded = hashes.subarray(at * hashLength, (at + 1) * hashLength)
        const entry = entries[at]
        yield {
          index: tile * tileWidth + at,
          event: entry && eventOfEntry(entry),
          entry,
          recorded: recorded.length ? recorded : undefined,
        }
      }
    }
  }
  return {
    checkpoints: () => Promise.resolve([checkpoint]),
    leaves,
    readTile,
    async placeOf(hash) {
      for (let tile = 0; tile * tileWidth < size; tile++) {
        const at = (await readTile(0, tile)).indexOf(hash)
        if (at >= 0) return tile * tileWidth + at / hashLength
      }
      return undefined
    },
    async leafOf(event) {
      for await (const { index, event: found, entry } of leaves())
        if (found === event && entry) return { index, entry }
      return undefined
    },
  }
}

/** Returns an empty buffer if the file does not exist. Its content is then reported as missing. */
async function readIfThere(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return Buffer.alloc(0)
    throw error
  }
}

/** Returns the public key of the export. It is sufficient to detect damage, but does not prove who signed. */
export async function readExportedKey(folder: string): Promise<string | undefined> {
  const names = await readdir(folder)
  if (!names.includes(verifierKeyFile)) return undefined
  return readFile(join(folder, verifierKeyFile), 'utf8')
}
