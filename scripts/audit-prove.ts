import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { writeInclusionProof } from '../server/audit/log/inclusion-proof.ts'
import { type LogSource, pathOf } from '../server/audit/verifying/log-source.ts'
import { atOneMoment } from '../server/audit/verifying/verify-audit-log.ts'
import { openFolder, runCommand, withDatabase } from './audit-command.ts'

// npm run audit:prove -- EVENT [--from FOLDER]
const { values, positionals } = parseArgs({
  options: { from: { type: 'string' }, key: { type: 'string' } },
  allowPositionals: true,
})

await runCommand(async () => {
  const event = Number(positionals[0])
  if (positionals.length !== 1 || !Number.isInteger(event))
    throw new Error('pass an event number: npm run audit:prove -- 12')
  if (values.from === undefined)
    return withDatabase((db) => atOneMoment(db, ({ source }) => prove(source, event)))
  return prove((await openFolder(values.from, values.key)).source, event)
})

async function prove(source: LogSource, event: number): Promise<string> {
  const [leaf, checkpoint] = [await source.leafOf(event), (await source.checkpoints()).at(-1)]
  if (!leaf || checkpoint === undefined) throw new Error(`event ${event} is not in the log.`)
  const size = Number(checkpoint.split('\n')[1])
  const path = await pathOf(source, leaf.index, size)
  const file = `audit-event-${event}.tlog-proof`
  await writeFile(file, writeInclusionProof({ ...leaf, path, checkpoint }))
  return `Wrote ${file}: event ${event} is leaf ${leaf.index} of ${size}.`
}
