/** What a bench has started: each step is added as soon as there is something to undo, and the last is undone first. */
export type Undo = (() => Promise<unknown>)[]

/** Runs a bench, and leaves nothing behind: not when it fails, and not when it is stopped. */
export async function runBench(undo: Undo, bench: () => Promise<void>): Promise<void> {
  const undoAll = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      stopping = true
      void undoAll().then(() => process.exit(130))
    })
  }
  try {
    await bench()
  } catch (error) {
    // A bench that is being stopped fails half-way, which is no failure.
    if (!stopping) {
      console.error(`The bench failed: ${error instanceof Error ? error.message : String(error)}`)
      process.exitCode = 1
    }
  } finally {
    if (!stopping) await undoAll()
  }
}
