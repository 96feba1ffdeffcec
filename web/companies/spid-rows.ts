import { sameSpid, typedSpids, type CompanySpid } from '../../contract/spids.ts'
import type { Change } from '../ui/change-list.tsx'
import { counted } from '../form/difference.ts'

/** A SPID row in the modal, possibly incomplete. */
export interface SpidRow extends CompanySpid {
  /** Stable React key, independent of the typed SPID. */
  key: number
}

/** Validation error at a field of a row, or for the whole list. */
export interface SpidProblem {
  key?: number | undefined
  field?: 'spid' | 'description'
  message: string
}

/** Returns the error that prevents adding a row (console.md §5). */
export function problemOfAdding(rows: readonly SpidRow[]): SpidProblem | null {
  const empty = rows.find(({ spid }) => spid.trim() === '')
  if (empty) return { key: empty.key, field: 'spid', message: 'Preencha o campo anterior' }
  return problemIn([...rows, { key: -1, spid: '0', description: '' }], rows.length)
}

/** Returns the error that prevents saving (console.md §5). */
export function problemOfSaving(rows: readonly SpidRow[]): SpidProblem | null {
  if (rows.length === 0) return { message: 'Preencha ao menos um SPID' }
  return problemIn(rows, rows.length)
}

/**
 * Returns the first validation error of the contract that concerns the number of rows or one of the first `judged`
 * rows.
 */
function problemIn(rows: readonly SpidRow[], judged: number): SpidProblem | null {
  const issues = typedSpids.safeParse(rows.map(entryOf)).error?.issues ?? []
  const [first] = issues.filter(
    ({ path: [index] }) => index === undefined || Number(index) < judged,
  )
  if (!first) return null
  const [index, field] = first.path
  if (index === undefined) return { message: first.message }
  return {
    key: rows[Number(index)]?.key,
    field: field === 'description' ? field : 'spid',
    message: first.message,
  }
}

/** Converts the rows to the SPIDs of the request body. */
export const entriesOf = (rows: readonly SpidRow[]): CompanySpid[] =>
  rows.map(entryOf).map(({ spid, description }) => ({ spid: spid.trim(), description }))

const entryOf = ({ spid, description }: SpidRow): CompanySpid => ({ spid, description })

/** Returns the SPIDs of `before` that are not in `after`. */
export function spidsMissingIn(
  after: readonly CompanySpid[],
  before: readonly CompanySpid[],
): CompanySpid[] {
  return before.filter(({ spid }) => !after.some((remaining) => sameSpid(remaining.spid, spid)))
}

/** Describes the changes for the identity confirmation. */
export function spidChanges(
  before: readonly CompanySpid[],
  after: readonly CompanySpid[],
): Change[] {
  const nameOf = ({ spid }: CompanySpid) => spid
  const altered = after.flatMap((entry) => {
    const old = before.find(({ spid }) => sameSpid(spid, entry.spid))
    const same = !old || (old.spid === entry.spid && old.description === entry.description)
    if (same) return []
    return [{ label: `SPID ${old.spid}`, from: inWords(old), to: inWords(entry) }]
  })
  return [
    ...counted(
      { one: 'SPID', many: 'SPIDs' },
      {
        added: spidsMissingIn(before, after).map(nameOf),
        removed: spidsMissingIn(after, before).map(nameOf),
      },
    ),
    ...altered,
  ]
}

const inWords = ({ spid, description }: CompanySpid) =>
  description === '' ? spid : `${spid} · ${description}`
