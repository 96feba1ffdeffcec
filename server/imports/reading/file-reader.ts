import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import type { Logger } from 'pino'
import type { ImportKindName } from '../../../contract/import-kinds.ts'
import { FairQueue, Overloaded, type WorkOrder } from '../../shared/fair-queue.ts'
import { productFolder } from '../../shared/product-folder.ts'
import { Problem } from '../../binder/problem.ts'
import type { NamedTable } from './named-cells.ts'

const program = join(productFolder, 'server/imports/reading/read-file.ts')

/** Megabytes of what the reading of one file may fill; 5,000 rows need a tenth of it. */
const memory = 192
/** Milliseconds after which a file is given up. */
const patience = 20_000

/**
 * What the process may: read its own program, and no more. `/proc` would tell it what this server knows, and a thread
 * could be begun without these bounds.
 */
export const readerOptions = [
  '--permission',
  ...['server/imports/reading/', 'contract/', 'node_modules/', 'package.json'].map(
    (path) => `--allow-fs-read=${join(productFolder, path)}`,
  ),
  `--max-old-space-size=${memory}`,
]

const texts = z.record(z.string(), z.string())

const answer = z.union([
  z.object({ refused: z.string() }),
  z.object({
    sheet: z.string().nullable(),
    letters: texts,
    rows: z.array(z.object({ line: z.int(), cells: texts, unreadable: texts })),
  }),
])

/** One file at a time, and a few that wait with their bytes in memory; whoever sent several takes turns with others. */
const reading = new FairQueue({ slots: 1, limit: 8 })

/**
 * Reads a file in a process of its own, which can neither write, nor reach the network, nor see what this server knows,
 * and whose memory and time are bounded: a workbook of a few KB can claim a billion cells, and whoever runs out of memory
 * over it is gone (a thread would take the server along).
 */
export async function readImportFile(
  bytes: Uint8Array,
  kind: ImportKindName,
  { order, log }: { order: WorkOrder; log: Logger },
): Promise<NamedTable> {
  const said = await reading.run(order, () => runReader(bytes, kind, log))
  const read = said.code === 0 ? answer.parse(JSON.parse(said.out)) : undefined
  if (read && 'rows' in read) return read
  if (!read) log.warn({ code: said.code, err: said.error.slice(-2000) }, 'a file could not be read')
  throw new Problem('import-file-refused', {
    fields: {
      file:
        read?.refused ??
        'A planilha é grande ou complexa demais. Salve-a como CSV e tente de novo.',
    },
  })
}

async function runReader(bytes: Uint8Array, kind: ImportKindName, log: Logger) {
  const { child, exit } = await startReader(kind).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && noRoom.has(error.code))) throw error
    log.error({ err: error }, 'no process could be started to read a file')
    throw new Overloaded()
  })
  // The process may end before it has read all its input (EPIPE).
  child.stdin.on('error', () => child.stdin.destroy())
  child.stdin.end(bytes)
  const [out, error, code] = await Promise.all([text(child.stdout), text(child.stderr), exit])
  return { out, error, code }
}

/** Errors of `spawn` when file descriptors, processes or memory are exhausted. */
const noRoom = new Set<unknown>(['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM'])

/** Starts the process and returns it with its exit code. Rejects if it could not be started. */
async function startReader(
  kind: ImportKindName,
): Promise<{ child: ChildProcessWithoutNullStreams; exit: Promise<number | null> }> {
  const child = spawn(process.execPath, [...readerOptions, program, kind], {
    env: {},
    timeout: patience,
    killSignal: 'SIGKILL',
  })
  const exit = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  // A process that failed to start may have no streams; the 'error' event rejects `exit`.
  if (child.pid === undefined) await exit
  return { child, exit }
}
