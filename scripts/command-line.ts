import { parseArgs, type ParseArgsConfig } from 'node:util'

/**
 * Returns the arguments of a command. Ends the process with the usage: after `--help` with exit code 0, after an unknown
 * argument with 2.
 */
export function readArguments<T extends ParseArgsConfig>(
  usage: string,
  config: T,
): ReturnType<typeof parseArgs<T>> {
  if (['--help', '-h'].some((help) => process.argv.slice(2).includes(help))) {
    console.log(usage)
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    return refuseArguments(usage, error instanceof Error ? error.message : undefined)
  }
}

/** Prints the usage, and ends the process with exit code 2. */
export function refuseArguments(usage: string, reason?: string): never {
  console.error(reason === undefined ? usage : `${reason}\n\n${usage}`)
  process.exit(2)
}
