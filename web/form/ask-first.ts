import { ConfirmationCancelled } from '../confirm-identity/confirm-identity-request.ts'
import { confirmAction, type Question } from '../ui/confirm-action.ts'

/**
 * Asks a question in the middle of a save. Throws `ConfirmationCancelled` on 'Não', like a closed confirmation dialog.
 */
export async function askFirst(question: Question): Promise<void> {
  if (!(await confirmAction(question))) throw new ConfirmationCancelled()
}
