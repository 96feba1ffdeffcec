import { ConfirmationCancelled } from '../confirm-identity/confirm-identity-request.ts'
import { confirmAction, type Question } from '../ui/confirm-action.ts'

/** Asks within a save, where the question has to be read first; 'Não' ends the save as a closed proof of identity does. */
export async function askFirst(question: Question): Promise<void> {
  if (!(await confirmAction(question))) throw new ConfirmationCancelled()
}
