/** Values for rows of lists: each column in an order of its own, scattered over the rows, with ties. */

export const rowCount = 12

/** No two alike, in an order that only Portuguese knows, with numbers by value; some with what search must take for letters. */
export const distinctNames = [
  'Óculos 50%',
  'Lote 10',
  'Zebra_preta',
  'Água',
  'União\\Sul',
  'avião',
  'Lote 2',
  "caixa d'água",
  'Êxito',
  'Ébano',
  'ovo',
  'ecoponto',
] as const

/** The same with ties, one of which differs in case only. */
export const names = [...distinctNames.slice(0, 10), 'avião', 'ébano'] as const

export const rows = Array.from({ length: rowCount }, (_, index) => index)

/** One of the values for each row, in steps, so that neighbours differ. */
export function scattered<T>(values: readonly T[], row: number, step: number): T {
  const value = values[(row * step) % values.length]
  if (value === undefined) throw new Error('There is nothing to scatter.')
  return value
}

// Three hours before midnight in São Paulo is another day in UTC, which a search for the day notices.
const day = (first: number) => (n: number) => new Date(first + n * 86_400_000 + n * 61_000)
const createdOn = day(Date.UTC(2024, 0, 31, 2, 30, 15))
const updatedOn = day(Date.UTC(2025, 5, 30, 1, 10, 45))
/** So late that nobody tries to deliver meanwhile. */
const dueOn = day(Date.UTC(2998, 2, 1, 2, 5, 5))

export const createdAt = (row: number): Date => createdOn((row * 5) % 7)
export const updatedAt = (row: number): Date => updatedOn((row * 3) % 8)
export const dueAt = (row: number): Date => dueOn((row * 7) % 9)

const formatIn = (timeZone: string) =>
  new Intl.DateTimeFormat('pt-BR', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
// To make one takes longer than to ask for the page that it is used on.
const inUtc = formatIn('UTC')
const inBrazil = formatIn('America/Sao_Paulo')

/** An instant as lists of plans show it. */
export function shownInUtc(instant: string): string {
  return inUtc.format(new Date(instant)).replace(',', '')
}

/** An instant as lists show it. */
export function shownInstant(instant: string): string {
  return inBrazil.format(new Date(instant)).replace(',', '')
}

/** The ids of rows that were made. */
export const idsOf = (made: { id: number }[]): number[] => made.map(({ id }) => id)
/** A status as lists are filtered by it. */
export const status = (active: boolean): string => (active ? '1' : '0')
/** A status as lists show it. */
export const shownStatus = (active: boolean): string => (active ? 'Ativo' : 'Inativo')
/** Whether this row is made active. */
export const isActive = (row: number): boolean => row % 3 !== 1
