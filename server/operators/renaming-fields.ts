import { Problem } from '../binder/problem.ts'

/** Does the work of a part; where it refuses a field, the field is named as the whole names it. */
export async function renamingFields<T>(
  names: Readonly<Record<string, string>>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem) || !error.fields) throw error
    const fields = Object.entries(error.fields).map(
      ([name, text]) => [names[name] ?? name, text] as const,
    )
    throw new Problem(error.code, { fields: Object.fromEntries<string>(fields) })
  }
}
