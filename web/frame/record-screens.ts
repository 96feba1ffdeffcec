import { api } from '../../contract/api.ts'
import { recordKinds } from './breadcrumb.ts'

/** Operation that reads a record of a kind with screens. */
export type ReadOperation = (typeof recordKinds)[keyof typeof recordKinds]['operation']

const screens = Object.values(recordKinds).map(
  ({ operation }): [ReadOperation, readonly string[]] => [
    operation,
    [api[operation].access].flat().map(({ screen }) => screen),
  ],
)

/** The screens that grant reading such a record. */
// The cast restores the keys that `Object.fromEntries` loses.
export const recordScreens = Object.fromEntries(screens) as Record<ReadOperation, readonly string[]>
