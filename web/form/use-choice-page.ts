import { notify } from '../ui/notify.ts'
import { useUnsavedChanges } from './use-unsaved-changes.ts'

interface ChoicePage {
  loading: boolean
  /** Whether anything is chosen otherwise than it was read. */
  changed: boolean
  save: { start: () => void; busy: boolean; done: boolean }
  leave: () => void
}

/** The page of a form on which things are chosen, and whose save sends the difference alone: it has no fields to correct. */
export function useChoicePage({ loading, changed, save, leave }: ChoicePage) {
  useUnsavedChanges(!save.done && changed)
  return {
    loading,
    saving: save.busy,
    unsaved: changed,
    corrections: 0,
    conflict: null,
    onSave: () => {
      notify.clear()
      if (changed) save.start()
      else notify.warning('Nenhum dado foi alterado!')
    },
    onCancel: leave,
  }
}
