import { useBlocker } from '@tanstack/react-router'
import { confirmAction, lostChanges } from '../ui/confirm-action.ts'
import { storage } from '../storage.ts'

/** Asks before what was typed is lost: by a link, the way back, a reload or a closed tab. */
export function useUnsavedChanges(unsaved: boolean): void {
  useBlocker({
    disabled: !unsaved,
    enableBeforeUnload: unsaved,
    shouldBlockFn: async () => {
      // A person who is no longer signed in can't stay on the form.
      if (storage.get('token') === null) return false
      return !(await confirmAction({
        text: 'Há alterações não salvas. Deseja sair sem salvar?',
        consequence: lostChanges,
        danger: true,
      }))
    },
  })
}
