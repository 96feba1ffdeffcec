import { ApiProblem } from '../api/api-problem.ts'
import { ConfirmationCancelled } from '../confirm-identity/confirm-identity-request.ts'
import { endedSession } from '../session-state/session-end.ts'
import { notify, notifyTitled } from '../ui/notify.ts'

type Code = ApiProblem['code']

/** What a screen tells of a write that the server refused (console.md §8). */
export interface Refusals<Field extends string = string> {
  /** The sentence that says what was not done. */
  failure: string
  /** The sentence that says that the record could not be read, where it is not the usual one. */
  unreadable?: string
  /** What is told of these problems in place of the words of the server. */
  sentences?: Partial<Record<Code, string>>
  /** Whether 'Erro' or 'Atenção' stands above what is told. */
  titled?: boolean
  /** Problems whose own sentence is told instead, as an error. */
  errors?: readonly Code[]
  /** Problems whose own sentence is told instead, as a warning. */
  warnings?: readonly Code[]
  /** Problems whose own sentence is told after the failure, as its reason. */
  reasons?: readonly Code[]
  /** Problems whose own sentence stands at a field of the form as well. */
  fields?: Partial<Record<Code, Field>>
}

/** The refusal that a person is to be told of; null after a cancelled confirmation, and where the session is over. */
export function refusalOf(error: Error): ApiProblem | null {
  if (error instanceof ConfirmationCancelled) return null
  if (!(error instanceof ApiProblem)) throw error
  return endedSession(error) ? null : error
}

/** Tells a refusal as the table of its screen has it; without a table, in the words of the server. */
export function tellRefusal({ code, httpMessage }: ApiProblem, refusals?: Refusals): void {
  const tell = refusals?.titled ? notifyTitled : notify
  const sentence = refusals?.sentences?.[code]
  if (sentence !== undefined) return tell.error(sentence)
  if (!refusals || refusals.errors?.includes(code)) return tell.error(httpMessage)
  if (refusals.warnings?.includes(code)) return tell.warning(httpMessage)
  tell.error(refusals.failure)
  if (refusals.reasons?.includes(code)) tell.warning(httpMessage)
}
