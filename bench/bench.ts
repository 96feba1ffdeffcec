/**
 * `npm run bench`: compares the portal with the limits of this machine and with alternative products, as ratios
 * within one run, which are comparable between machines (docs/performance.md). `-- --only codes` measures one part,
 * `--brief` only checks that everything works.
 */
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { compareAttacked } from './compare-attacked.ts'
import { compareChecks } from './compare-checks.ts'
import { compareCodes } from './compare-codes.ts'
import { compareCrowd } from './compare-crowd.ts'
import { compareFloods } from './compare-floods.ts'
import { compareFunctions } from './compare-functions.ts'
import { compareMixed } from './compare-mixed.ts'
import { comparePasskeys } from './compare-passkeys.ts'
import { comparePlanLists } from './compare-plan-lists.ts'
import { compareProcesses } from './compare-processes.ts'
import { compareSessions } from './compare-sessions.ts'
import { compareSignIns } from './compare-sign-ins.ts'
import { residentMemory } from './processes.ts'
import { runBench, type Undo } from './run-bench.ts'
import { setUpStage, type Stage } from './stage.ts'
import { printTable, type Row } from './table.ts'

/** Parts in the order of the printed table. Memory is measured before the lists are filled. */
const parts: Record<string, (stage: Stage) => Promise<Row[]>> = {
  checks: compareChecks,
  mixed: compareMixed,
  codes: compareCodes,
  'sign-ins': compareSignIns,
  passkeys: comparePasskeys,
  functions: compareFunctions,
  attacked: compareAttacked,
  floods: compareFloods,
  memory: memoryAfterLoad,
  crowd: compareCrowd,
  sessions: compareSessions,
  processes: compareProcesses,
  plans: comparePlanLists,
}

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    brief: { type: 'boolean', default: false },
  },
})

const undo: Undo = []
await runBench(undo, bench)

async function bench(): Promise<void> {
  const chosen = Object.entries(parts).filter(
    ([name]) => values.only === undefined || name === values.only,
  )
  if (chosen.length === 0) throw new Error(`--only takes one of ${Object.keys(parts).join(', ')}.`)
  console.log('Starting the portal with its demo data …')
  const stage = await setUpStage(undo, values.brief)
  const rows: Row[] = []
  try {
    for (const [name, part] of chosen) {
      console.log(`${name} …`)
      rows.push(...(await part(stage)))
    }
  } finally {
    // In `finally`, so that results are also printed after a failure or Ctrl-C.
    printTable(rows)
  }
}

/** Measures memory immediately after the load, and after V8 has collected garbage in idle time. */
async function memoryAfterLoad({ portal, brief }: Stage): Promise<Row[]> {
  const immediately = residentMemory(portal.pid)
  if (!brief) await setTimeout(40_000)
  const memory = residentMemory(portal.pid)
  console.log(
    `  ${immediately?.now.toFixed(0)} MB immediately, ${immediately?.peak.toFixed(0)} at peak`,
  )
  return [{ measure: 'resident memory after load, MB', value: memory?.now ?? NaN, aim: 200 }]
}
