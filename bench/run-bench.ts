/** Clean-up steps of a bench, run in reverse order. */
export type Undo = (() => Promise<unknown>)[]

/** Runs a bench and cleans up, also after a failure or a signal. */
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
    // A bench that is stopped by a signal fails too; that failure is not reported.
    if (!stopping) {
      console.error(`The bench failed: ${error instanceof Error ? error.message : String(error)}`)
      process.exitCode = 1
    }
  } finally {
    if (!stopping) await undoAll()
  }
}
