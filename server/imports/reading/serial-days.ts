/** First year of the day numbers of a workbook: 1900, or 1904 in workbooks of old versions of Excel for Mac. */
export type DateSystem = 1900 | 1904

/**
 * Days before the first one that both spreadsheets and calendar agree on: the system of 1900 counts 1900-02-29, which
 * did not exist, as day 60.
 */
const ambiguousDays = 60
/** Number of 9999-12-31 in the system of 1900, the last day of spreadsheets. */
const lastDay = 2_958_465
const epochs = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) } as const

/** Returns the day of a spreadsheet's day number as YYYY-MM-DD; undefined for times, and outside 1900 to 9999. */
export function dayOfSerial(serial: number, dates: DateSystem): string | undefined {
  if (!Number.isInteger(serial) || serial <= ambiguousDays || serial > lastDay) return undefined
  const day = new Date(epochs[dates] + serial * 86_400_000).toISOString()
  return day.startsWith('+') ? undefined : day.slice(0, 10)
}

/** Returns the day of a cell that stores an ISO 8601 date, or undefined if it has another time than midnight. */
export function dayOfIso(written: string): string | undefined {
  return /^(\d{4}-\d{2}-\d{2})(?:T00:00(?::00(?:\.0+)?)?Z?)?$/.exec(written.trim())?.[1]
}
