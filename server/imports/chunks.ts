/** Maximum number of rows per SQL statement. */
const chunkSize = 1000

/** Runs a statement for each chunk of rows, and returns the results of all. Without rows, runs no statement. */
export async function inChunks<Row, Result>(
  rows: readonly Row[],
  run: (chunk: readonly Row[]) => Promise<readonly Result[]>,
  size = chunkSize,
): Promise<Result[]> {
  const results: Result[] = []
  for (let from = 0; from < rows.length; from += size)
    results.push(...(await run(rows.slice(from, from + size))))
  return results
}
