import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { edgeOf, bundleEntries, tilePath, tileWidth } from '../log/tiles.ts'
import { checkpointFile, verifierKeyFile } from './folder-log.ts'
import type { LogSource } from './log-source.ts'

/**
 * Exports entries and hashes to a folder as C2SP tlog-tiles, for any web server and verifier. Personal values are not
 * exported. Returns the number of events.
 */
export async function exportLog(
  source: LogSource,
  verifierKey: string,
  folder: string,
): Promise<number> {
  const write = async (path: string, content: string | Buffer): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  const checkpoint = (await source.checkpoints()).at(-1)
  if (!checkpoint) throw new Error('Nothing is sealed yet.')
  const size = Number(checkpoint.split('\n')[1])
  await writeBundles(source, size, write)
  for (let level = 0; size >= tileWidth ** level; level++) {
    const edge = edgeOf(size, level)
    for (let index = 0; index <= edge.index; index++) {
      const width = index < edge.index ? tileWidth : edge.width
      if (width) await write(tilePath(level, index, width), await source.readTile(level, index))
    }
  }
  await write(verifierKeyFile, `${verifierKey}\n`)
  // The checkpoint is written last, so that it never covers missing files.
  await write(checkpointFile, checkpoint)
  return size
}

async function writeBundles(
  source: LogSource,
  size: number,
  write: (path: string, content: Buffer) => Promise<void>,
): Promise<void> {
  let bundle: Buffer[] = []
  for await (const { index, event, entry } of source.leaves()) {
    if (!entry) throw new Error(`Event ${event ?? 'unknown'} is missing: run npm run audit:verify.`)
    bundle.push(entry)
    if (bundle.length < tileWidth && index < size - 1) continue
    await write(
      tilePath('entries', Math.floor(index / tileWidth), bundle.length),
      bundleEntries(bundle),
    )
    bundle = []
  }
}
