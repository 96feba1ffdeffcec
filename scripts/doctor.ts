import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Config, readConfig } from '../server/config.ts'
import { findEmbeddedDatabase } from '../server/database/embedded/reach-database.ts'
import { reasonOf } from '../server/database/database-unavailable.ts'
import { databaseChecks } from '../server/operating/doctor/database-checks.ts'
import {
  type Check,
  exitCodeOf,
  failure,
  good,
  runChecks,
  tableOf,
  warning,
  withoutSecrets,
} from '../server/operating/doctor/doctor-check.ts'
import { machineChecks } from '../server/operating/doctor/machine-checks.ts'
import { serviceChecks } from '../server/operating/doctor/service-checks.ts'
import { describeUnknown, findUnknownVariables } from '../server/operating/unknown-variables.ts'
import { readArguments } from './command-line.ts'

const usage = `Usage: npm run doctor -- [--json]

Checks settings, machine, database and other services of the server's environment. It changes nothing. Exit code: 0 if all
is good, 1 after warnings, 2 after failures.`

const { values } = readArguments(usage, {
  options: { json: { type: 'boolean', default: false } },
})
const dataDir = resolve(process.env['DATA_DIR'] || './data')
const embedded = !process.env['DATABASE_URL']

const checks = [...settingsChecks(), ...machineChecks(dataDir, embedded), ...configuredChecks()]
const report = withoutSecrets(await runChecks(checks), process.env)
console.log(values.json ? JSON.stringify(report, undefined, 2) : tableOf(report))
// A check that has timed out may keep a connection open.
process.exit(exitCodeOf(report))

function settingsChecks(): Check[] {
  return [
    {
      name: 'settings',
      advice: 'Correct this variable (docs/operating.md, "Environment").',
      run: () => {
        const unknown = findUnknownVariables(process.env).map(describeUnknown).join('; ')
        try {
          config()
        } catch (error) {
          // The unknown variable may be the misspelled cause.
          throw unknown === '' ? error : new Error(`${reasonOf(error)} (${unknown})`)
        }
        return unknown === ''
          ? good('all variables are valid')
          : warning(unknown, 'Correct or remove these variables.')
      },
    },
  ]
}

/** Returns the checks that need a valid configuration; none if it is invalid. */
function configuredChecks(): Check[] {
  let valid: Config
  try {
    valid = config()
  } catch {
    return []
  }
  const found = embedded
    ? findEmbeddedDatabase(dataDir)
    : {
        url: valid.databaseUrl ?? '',
        ownerUrl: valid.databaseOwnerUrl,
        readUrl: valid.databaseReadUrl,
      }
  const missing: Check = {
    name: 'database',
    advice: '',
    run: () =>
      failure(
        `the embedded database in ${dataDir} does not run`,
        'Start the server: the doctor starts nothing. For an external database set DATABASE_URL.',
      ),
  }
  const { auditCheckpoints } = valid
  return [
    ...(found ? databaseChecks({ ...found, auditCheckpoints }) : [missing]),
    ...serviceChecks(valid, found?.url),
  ]
}

/** Reads the configuration, unless that would create a key file. */
function config(): Config {
  if (embedded && !process.env['SECRETS_KEYS'] && !existsSync(join(dataDir, 'secrets.key')))
    throw new Error(`${dataDir} has no secrets.key: there is no installation in DATA_DIR`)
  return readConfig(process.env)
}
