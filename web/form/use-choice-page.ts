import { notify } from '../ui/notify.ts'
import { useUnsavedChanges } from './use-unsaved-changes.ts'

interface ChoicePage {
  loading: boolean
  /** Whether the selection differs from the stored one. */
  changed: boolean
  save: { start: () => void; busy: boolean; done: boolean }
  leave: () => void
}

/** Page props of a form for selecting items, which saves only the difference. Such a form has no validation errors. */
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
