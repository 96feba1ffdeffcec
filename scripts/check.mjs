import { availableParallelism } from 'node:os'
import { CHECKS, runCheck } from './checks.mjs'
import { ensureInstalled } from './ensure-installed.mjs'

ensureInstalled()
process.exitCode = (await runChecks()) ? 0 : 1

async function runChecks() {
  const waiting = [...CHECKS]
  let passed = true
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      if (!(await runCheck(check))) passed = false
    }
  }
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, worker))
  return passed
}
