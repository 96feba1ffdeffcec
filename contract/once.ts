/**
 * Returns a function that creates a value at its first call and returns the same value at later calls. For values that
 * take milliseconds to create, such as formatters of `Intl`, and that not every page needs.
 */
export function once<T>(create: () => T): () => T {
  let created: { value: T } | undefined
  return () => (created ??= { value: create() }).value
}
