import { api } from '../../contract/api.ts'
import { recordKinds } from './breadcrumb.ts'

/** What reads a record of a kind that screens are about. */
export type ReadOperation = (typeof recordKinds)[keyof typeof recordKinds]['operation']

const screens = Object.values(recordKinds).map(
  ({ operation }): [ReadOperation, readonly string[]] => [
    operation,
    [api[operation].access].flat().map(({ screen }) => screen),
  ],
)

/**
 * The screens of which each lets a person read such a record. The build works this table out and puts it in place of the
 * contract (`scripts/reckon-tables.ts`), all of whose schemas every page would make otherwise.
 */
// Each kind of record has its entry, which `Object.fromEntries` can't tell.
export const recordScreens = Object.fromEntries(screens) as Record<ReadOperation, readonly string[]>
