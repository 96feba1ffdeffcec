import { lostChanges } from '../ui/confirm-action.ts'
import { useLeaveQuestion } from './leave-question.ts'

/** Asks before typed changes are lost. */
export function useUnsavedChanges(unsaved: boolean): void {
  useLeaveQuestion(unsaved ? unsavedQuestion : null)
}

const unsavedQuestion = {
  text: 'Há alterações não salvas. Deseja sair sem salvar?',
  consequence: lostChanges,
  danger: true,
}
