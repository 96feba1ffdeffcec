import type { ExportOperation } from '../../contract/api.ts'
import type { ApiProblem } from '../api/api-problem.ts'
import { prepare, type CallInput } from '../api/api-request.ts'
import { download } from './download.ts'
import type { ListOperation } from './list-operation.ts'

interface Shown {
  params: Record<string, unknown> | undefined
  /** What the list is asked for; an export has no pages. */
  query: Record<string, unknown>
}

/** Exports a list as it is shown, with all of its rows; the file is the browser's to keep (decision 28). */
export function exportList(list: ListOperation, { params, query }: Shown): Promise<void> {
  const { page: _, take: __, ...asked } = query
  const operation: ExportOperation = `${list}Export`
  const input = { params, query: asked } as CallInput<ExportOperation>
  return download(prepare(operation, input), {
    done: (name) => `Exportação concluída: ${name}`,
    failed: exportFailure,
  })
}

/** The sentence on an export that has not come. */
export function exportFailure({ code, httpMessage }: ApiProblem): string {
  if (code === 'network') return 'A exportação não chegou. Verifique a conexão e tente novamente.'
  return httpMessage
}
