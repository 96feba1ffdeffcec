/** Column values for list rows: each column has its own order, scattered over the rows, with ties. */

export const rowCount = 12

/**
 * Distinct names whose order requires the Portuguese collation and numeric comparison; some contain wildcards of LIKE.
 */
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

/** Names with two ties, one of which differs in case only. */
export const names = [...distinctNames.slice(0, 10), 'avião', 'ébano'] as const

export const rows = Array.from({ length: rowCount }, (_, index) => index)

/** Selects a value for a row, so that neighbouring rows differ. */
export function scattered<T>(values: readonly T[], row: number, step: number): T {
  const value = values[(row * step) % values.length]
  if (value === undefined) throw new Error('The list of values is empty.')
  return value
}

// Instants between 21:00 and midnight in São Paulo, when it is already the next day in UTC. A search by day must use
// the date in São Paulo.
const day = (first: number) => (n: number) => new Date(first + n * 86_400_000 + n * 61_000)
const createdOn = day(Date.UTC(2024, 0, 31, 2, 30, 15))
const updatedOn = day(Date.UTC(2025, 5, 30, 1, 10, 45))
/** Instants in the distant future, so that no delivery is attempted during the test. */
const dueOn = day(Date.UTC(2998, 2, 1, 2, 5, 5))

export const createdAt = (row: number): Date => createdOn((row * 5) % 7)
export const updatedAt = (row: number): Date => updatedOn((row * 3) % 8)
export const dueAt = (row: number): Date => dueOn((row * 7) % 9)

const formatIn = (timeZone: string) =>
  new Intl.DateTimeFormat('pt-BR', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
// Shared, because creating a formatter is slower than requesting a page.
const inUtc = formatIn('UTC')
const inBrazil = formatIn('America/Sao_Paulo')

/** Formats an instant as lists of plans show it. */
export function formatUtcInstant(instant: string): string {
  return inUtc.format(new Date(instant)).replace(',', '')
}

/** Formats an instant as lists show it. */
export function formatInstant(instant: string): string {
  return inBrazil.format(new Date(instant)).replace(',', '')
}

/** Returns the ids of created rows. */
export const idsOf = (made: { id: number }[]): number[] => made.map(({ id }) => id)
/** Formats a status as a filter value. */
export const status = (active: boolean): string => (active ? '1' : '0')
/** Formats a status as lists show it. */
export const formatStatus = (active: boolean): string => (active ? 'Ativo' : 'Inativo')
/** Whether this row is created active. */
export const isActive = (row: number): boolean => row % 3 !== 1
