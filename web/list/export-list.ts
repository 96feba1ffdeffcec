import type { ExportOperation } from '../../contract/api.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { prepare, type CallInput } from '../api/api-request.ts'
import { transmitForFile } from '../api/api-transmission.ts'
import { endedSession } from '../session-state/session-end.ts'
import { notify } from '../ui/notify.ts'
import { saveFile } from '../ui/save-file.ts'
import type { ListOperation } from './list-operation.ts'

interface Shown {
  params: Record<string, unknown> | undefined
  /** What the list is asked for; an export has no pages. */
  query: Record<string, unknown>
}

/** Exports a list as it is shown, with all of its rows; the file is the browser's to keep (decision 28). */
export async function exportList(list: ListOperation, { params, query }: Shown): Promise<void> {
  const { page: _, take: __, ...asked } = query
  const operation: ExportOperation = `${list}Export`
  try {
    const input = { params, query: asked } as CallInput<ExportOperation>
    const { content, name } = await transmitForFile(prepare(operation, input))
    saveFile(content, name)
    notify.success(`Exportação concluída: ${name}`)
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    if (!endedSession(error)) notify.error(failureOf(error))
  }
}

function failureOf({ code, httpMessage }: ApiProblem): string {
  if (code === 'network') return 'A exportação não chegou. Verifique a conexão e tente novamente.'
  return httpMessage
}
