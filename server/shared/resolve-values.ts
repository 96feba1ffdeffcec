type Resolved<T> = { [Key in keyof T]: Awaited<T[Key]> }

/** Waits for all values of a record at the same time. Rejects with the first error. */
export async function resolveValues<T extends object>(values: T): Promise<Resolved<T>> {
  const resolved = await Promise.all(Object.values(values))
  const keys = Object.keys(values)
  return Object.fromEntries(resolved.map((value, index) => [keys[index], value])) as Resolved<T>
}
