/** So many rows go to the database in one statement. */
const chunkSize = 1000

/** Does the rows of a statement part by part, none where there are none, and answers all that came back. */
export async function inChunks<Row, Answer>(
  rows: readonly Row[],
  work: (part: readonly Row[]) => Promise<readonly Answer[]>,
  size = chunkSize,
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let from = 0; from < rows.length; from += size)
    answers.push(...(await work(rows.slice(from, from + size))))
  return answers
}
