import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import type { Logger } from 'pino'
import type { ImportKindName } from '../../../contract/import-kinds.ts'
import { minutes } from '../../shared/clock.ts'
import { FairQueue, Overloaded, type WorkOrder } from '../../shared/fair-queue.ts'
import { productFolder } from '../../shared/product-folder.ts'
import { Problem } from '../../pipeline/problem.ts'
import type { NamedTable } from './named-cells.ts'

const program = join(productFolder, 'server/imports/reading/read-file.ts')

/** Maximum heap of the process, in megabytes. 5,000 rows need a tenth of it. */
const maxHeapMb = 192
/**
 * Maximum CPU time of the process, in seconds: twice the time for the largest permitted workbook (docs/performance.md).
 */
const maxCpuTime = 7
/** Timeout of the process, in milliseconds. Longer than the CPU time, because the machine may be busy. */
const timeout = 20_000
/** If a file exceeds these limits, its user may use only one of the processes for this time, in milliseconds. */
const demotion = minutes(10)

/**
 * Node.js options of the process. It may only read its own program. Without these options, it could read the server's
 * environment in `/proc`, and start threads without limits.
 */
export const readerOptions = [
  '--permission',
  ...['server/imports/reading/', 'contract/', 'node_modules/', 'package.json'].map(
    (path) => `--allow-fs-read=${join(productFolder, path)}`,
  ),
  `--max-old-space-size=${maxHeapMb}`,
]

const texts = z.record(z.string(), z.string())

const resultSchema = z.union([
  z.object({ refused: z.string() }),
  z.object({
    sheet: z.string().nullable(),
    letters: texts,
    rows: z.array(z.object({ line: z.int(), cells: texts, unreadable: texts })),
  }),
])

/**
 * Queue of files to parse. Two files are parsed at a time, and a few wait with their bytes in memory. Users take turns.
 * One process is reserved for users whose files did not exceed the limits in the last ten minutes.
 */
const queue = new FairQueue({ name: 'files', slots: 2, reserved: 1, limit: 8 })
/** End of each owner's demotion, by `performance.now()`. */
const demoted = new Map<string, number>()

/**
 * Parses a file in a separate process that can neither write, nor use the network, nor read the server's memory. Its
 * memory and time are limited, because a workbook of a few KB can claim a billion cells. If it runs out of memory, only
 * this process is killed; a thread would end the server.
 */
export async function readImportFile(
  bytes: Uint8Array,
  kind: ImportKindName,
  { order, log }: { order: WorkOrder; log: Logger },
): Promise<NamedTable> {
  const owner = order.owner.join(' ')
  const trusted = (demoted.get(owner) ?? 0) < performance.now()
  const result = await queue.run({ ...order, trusted }, () => runReader(bytes, kind, log))
  if (result.code === null) demote(owner)
  const read = result.code === 0 ? resultSchema.parse(JSON.parse(result.out)) : undefined
  if (read && 'rows' in read) return read
  if (!read)
    log.warn(
      { code: result.code, err: result.error.slice(-2000) },
      'an import file could not be parsed',
    )
  throw new Problem('import-file-refused', {
    fields: {
      file:
        read?.refused ??
        'A planilha é grande ou complexa demais. Salve-a como CSV e tente de novo.',
    },
  })
}

function demote(owner: string): void {
  const now = performance.now()
  for (const [one, until] of demoted) if (until < now) demoted.delete(one)
  demoted.set(owner, now + demotion)
}

async function runReader(bytes: Uint8Array, kind: ImportKindName, log: Logger) {
  const { child, exit } = await startReader(kind).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && resourceErrors.has(error.code))) throw error
    log.error({ err: error }, 'no process could be started to parse an import file')
    throw new Overloaded()
  })
  // The process may end before it has read all its input (EPIPE).
  child.stdin.on('error', () => child.stdin.destroy())
  child.stdin.end(bytes)
  const [out, error, code] = await Promise.all([text(child.stdout), text(child.stderr), exit])
  return { out, error, code }
}

/** Errors of `spawn` if file descriptors, processes or memory are exhausted. */
const resourceErrors = new Set<unknown>(['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM'])

/** Starts the process and returns it with its exit code. Rejects if it could not be started. */
async function startReader(
  kind: ImportKindName,
): Promise<{ child: ChildProcessWithoutNullStreams; exit: Promise<number | null> }> {
  const limited = ['-c', `ulimit -t ${maxCpuTime} && exec "$0" "$@"`, process.execPath]
  const child = spawn('/bin/sh', [...limited, ...readerOptions, program, kind], {
    env: {},
    timeout,
    killSignal: 'SIGKILL',
  })
  const exit = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  // A process that could not be started may have no streams. In that case `exit` rejects.
  if (child.pid === undefined) await exit
  return { child, exit }
}
