import { api } from '../../contract/api.ts'
import { recordKinds, type ScreenKind, screenKinds } from '../../contract/record-kinds.ts'

/** Names of the operations that read one record. */
export type ReadOperation = (typeof recordKinds)[ScreenKind]['read']

const screens = screenKinds.map((kind): [ReadOperation, readonly string[]] => {
  const { read } = recordKinds[kind]
  return [read, [api[read].access].flat().map(({ screen }) => screen)]
})

/** The screens that grant reading such a record. */
// The cast restores the keys that `Object.fromEntries` loses.
export const recordScreens = Object.fromEntries(screens) as Record<ReadOperation, readonly string[]>
