import { writeFile } from 'node:fs/promises'
import { writeInclusionProof } from '../server/audit/log/inclusion-proof.ts'
import { type LogSource, pathOf } from '../server/audit/verifying/log-source.ts'
import { atOneMoment } from '../server/audit/verifying/verify-audit-log.ts'
import { openFolder, runCommand, withDatabase } from './audit-command.ts'
import { readArguments, refuseArguments } from './command-line.ts'

const usage = `Usage: npm run audit:prove -- EVENT [--from FOLDER [--key FILE]]

Writes a proof that the event with this number is in the audit log, into the current folder.
  --from FOLDER  reads an exported log instead of the database
  --key FILE     verifies it with this key instead of the exported one`

const { values, positionals } = readArguments(usage, {
  options: { from: { type: 'string' }, key: { type: 'string' } },
  allowPositionals: true,
})

const event = Number(positionals[0])
if (positionals.length !== 1 || !Number.isInteger(event)) refuseArguments(usage)

await runCommand(async () => {
  if (values.from === undefined)
    return withDatabase((db) => atOneMoment(db, ({ source }) => prove(source, event)))
  return prove((await openFolder(values.from, values.key)).source, event)
})

async function prove(source: LogSource, seq: number): Promise<string> {
  const [leaf, checkpoint] = [await source.leafOf(seq), (await source.checkpoints()).at(-1)]
  if (!leaf || checkpoint === undefined) throw new Error(`event ${seq} is not in the log.`)
  const size = Number(checkpoint.split('\n')[1])
  const path = await pathOf(source, leaf.index, size)
  const file = `audit-event-${seq}.tlog-proof`
  await writeFile(file, writeInclusionProof({ ...leaf, path, checkpoint }))
  return `Wrote ${file}: event ${seq} is leaf ${leaf.index} of ${size}.`
}
