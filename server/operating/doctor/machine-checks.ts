import { accessSync, constants, existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import manifest from '../../../package.json' with { type: 'json' }
import { version } from '../../shared/version.ts'
import { limitsFor, readDescriptorLimit } from '../connection-limits.ts'
import { type Check, failure, type Finding, good, skipped, warning } from './doctor-check.ts'

const gigabyte = 2 ** 30
/** Free space in bytes below which a disk is nearly full. */
const space = { warning: 2 * gigabyte, failure: gigabyte / 4 }
const recommendedDescriptors = 4096

/** Checks of the machine. `embedded` means that the database is in the data folder. */
export function machineChecks(dataDir: string, embedded: boolean): Check[] {
  return [
    {
      name: 'version',
      run: checkVersion,
      advice: 'Install the Node version of engines in package.json.',
    },
    {
      name: 'data folder',
      run: () => checkDataFolder(dataDir, embedded),
      advice: 'Correct DATA_DIR, or its rights.',
    },
    {
      name: 'disk',
      run: () => checkDisk(dataDir),
      advice: 'Correct DATA_DIR.',
    },
    {
      name: 'descriptors',
      run: checkDescriptors,
      advice: 'Set LimitNOFILE=16384 in the systemd unit.',
    },
  ]
}

function checkVersion(): Finding {
  const found = `Portaria ${version}, Node ${process.version}`
  const needed = Number(/\d+/.exec(manifest.engines.node)?.[0])
  return Number(process.versions.node.split('.')[0]) < needed
    ? failure(found, `Node ${needed} or newer is needed.`)
    : good(found)
}

/** Checks the rights of the folder without writing a file. */
function checkDataFolder(dataDir: string, embedded: boolean): Finding {
  if (!existsSync(dataDir))
    return embedded
      ? failure(
          `${dataDir} does not exist`,
          'Correct DATA_DIR; the first start creates the folder.',
        )
      : skipped(`${dataDir} does not exist, and is not used with DATABASE_URL`)
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    return good(`${dataDir} is writable`)
  } catch {
    const user = process.getuid?.() ?? 'this user'
    return failure(
      `${dataDir} is not writable for user ${user}`,
      'Run the doctor as the user of the server; the folder must belong to that user, on a disk that is not mounted read-only.',
    )
  }
}

async function checkDisk(dataDir: string): Promise<Finding> {
  const folder = existsSync(dataDir) ? dataDir : dirname(dataDir)
  if (!existsSync(folder)) return skipped(`${folder} does not exist`)
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const found = `${(free / gigabyte).toFixed(1)} GB are free in ${folder}`
  const advice =
    'Make room, or enlarge the disk: a full disk refuses writes. The disk of an external database is not checked here.'
  if (free < space.failure) return failure(found, advice)
  return free < space.warning ? warning(found, advice) : good(found)
}

function checkDescriptors(): Finding {
  const limit = readDescriptorLimit()
  if (limit === Infinity) return skipped('the limit is not known on this system')
  const { inAll } = limitsFor(limit)
  const found = `${limit} for this shell, enough for ${inAll} connections; a service has its own limit`
  return limit < recommendedDescriptors
    ? warning(
        found,
        'Set LimitNOFILE=16384 in the systemd unit of the server, and compare with `systemctl show`.',
      )
    : good(found)
}
