import { ApiProblem } from '../api/api-problem.ts'
import { ConfirmationCancelled } from '../confirm-identity/confirm-identity-request.ts'
import { endedSession } from '../session-state/session-end.ts'
import { notify, notifyTitled } from '../ui/notify.ts'

type Code = ApiProblem['code']

/** Messages of a screen for a write that the server refused (console.md §8). */
export interface Refusals<Field extends string = string> {
  /** Message that the write failed. */
  failure: string
  /** Message that the record could not be read, if it differs from the default. */
  unreadable?: string
  /** Messages that replace the server's message for these codes. */
  sentences?: Partial<Record<Code, string>>
  /** Adds the title 'Erro' or 'Atenção' to the toast. */
  titled?: boolean
  /** Codes whose server message is shown as an error instead of `failure`. */
  errors?: readonly Code[]
  /** Codes whose server message is shown as a warning instead of `failure`. */
  warnings?: readonly Code[]
  /** Codes whose server message is shown after `failure`, as its reason. */
  reasons?: readonly Code[]
  /** Codes whose server message is also shown at a field of the form. */
  fields?: Partial<Record<Code, Field>>
}

/**
 * Returns the refusal to show; null after a cancelled confirmation or the end of the session. Rethrows other errors.
 */
export function refusalOf(error: Error): ApiProblem | null {
  if (error instanceof ConfirmationCancelled) return null
  if (!(error instanceof ApiProblem)) throw error
  return endedSession(error) ? null : error
}

/** Shows a toast for a refusal, with the message that `refusals` defines or, if absent, the server's message. */
export function showRefusal(problem: ApiProblem, refusals?: Refusals): void {
  const { code } = problem
  const message = messageOf(problem)
  const toast = refusals?.titled ? notifyTitled : notify
  if (code === 'offline') return toast.error(message)
  const sentence = refusals?.sentences?.[code]
  if (sentence !== undefined) return toast.error(sentence)
  if (!refusals || refusals.errors?.includes(code)) return toast.error(message)
  if (refusals.warnings?.includes(code)) return toast.warning(message)
  toast.error(refusals.failure)
  if (code === 'duties-conflict' || refusals.reasons?.includes(code)) toast.warning(message)
}

/** Returns the server's message. The sentences of a conflict of duties name the rule and the other profile (decision 102). */
function messageOf({ code, httpMessage, fields }: ApiProblem): string {
  const sentences = code === 'duties-conflict' ? Object.values(fields ?? {}) : []
  return sentences.length === 0 ? httpMessage : [...new Set(sentences)].join(' ')
}
