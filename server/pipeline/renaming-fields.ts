import { Problem } from './problem.ts'

/**
 * Runs the write of a part. If the write is refused, renames the fields in the problem to the names in the form of the
 * whole write.
 */
export async function renamingFields<T>(
  names: Readonly<Record<string, string>>,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof Problem) || !error.fields) throw error
    const fields = Object.entries(error.fields).map(
      ([name, text]) => [names[name] ?? name, text] as const,
    )
    throw new Problem(error.code, { fields: Object.fromEntries<string>(fields) })
  }
}
