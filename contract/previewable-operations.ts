import { type Previewable, previewableWrites } from './access-effect.ts'

/**
 * Writes that `accessEffectForesee` previews. The build of the web replaces this list by its value (decision 37),
 * because the writes are declared in most files of the contract.
 */
// The cast restores the names that `Object.keys` loses.
export const previewableOperations = Object.keys(previewableWrites) as Previewable[]
