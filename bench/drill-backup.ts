/**
 * `npm run drill:backup`: fills a portal with a million users, backs it up while it writes, restores the backup into
 * another folder, signs in there, verifies the audit log, and prints durations and data loss. `-- --people 100000` is
 * faster. The folder of the drill is below `BENCH_DATA_DIR`, or else below the folder for temporary files.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runBackupDrill } from '../test/testing/backup-drill.ts'
import { fillPeople } from './fill-people.ts'
import { type Undo, runBench } from './run-bench.ts'

const { values } = parseArgs({ options: { people: { type: 'string', default: '1000000' } } })
const people = Number(values.people)

const undo: Undo = []
await runBench(undo, async () => {
  const parent = process.env['BENCH_DATA_DIR'] ?? tmpdir()
  const folder = await mkdtemp(join(parent, 'portaria-drill-'))
  undo.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  console.log(`Filling ${people} users …`)
  const result = await runBackupDrill(folder, (ownerUrl) => fillPeople(ownerUrl, people))
  const seconds = (value: number): string => `${value.toFixed(1)} s`
  console.table({
    'users / rows': `${people} / ${result.rows}`,
    'size of the backup': `${(result.backupBytes / 1e6).toFixed(1)} MB`,
    'duration of the backup': seconds(result.backupSeconds),
    'longest write meanwhile': `${result.longestWrite.toFixed(0)} ms`,
    'duration of the restore': seconds(result.restoreSeconds),
    'until the first sign-in': seconds(result.untilSignInSeconds),
    'confirmed before the snapshot, lost': `${result.before.writes}, ${result.before.missing}`,
    'confirmed after the snapshot, lost': `${result.after.writes}, ${result.after.missing}`,
    'session of the backup refused': result.oldSessionRefused,
    'audit:verify': result.verified,
  })
})
