import type { ExportOperation } from '../../contract/api.ts'
import type { ApiProblem } from '../api/api-problem.ts'
import { prepare, type CallInput } from '../api/api-request.ts'
import { download } from './download.ts'
import type { ListOperation } from './list-operation.ts'

interface ListRequest {
  params: Record<string, unknown> | undefined
  /** Query of the list. The export ignores its page and page size. */
  query: Record<string, unknown>
}

/** Exports all rows of a list with its current search, filters and order, and downloads the file (decision 28). */
export function exportList(list: ListOperation, { params, query }: ListRequest): Promise<void> {
  const { page: _, take: __, ...exported } = query
  const operation: ExportOperation = `${list}Export`
  const input = { params, query: exported } as CallInput<ExportOperation>
  return download(prepare(operation, input), {
    done: (name) => `Exportação concluída: ${name}`,
    failed: exportFailure,
  })
}

/** Message for a failed export. */
export function exportFailure({ code, httpMessage }: ApiProblem): string {
  if (code === 'network' || code === 'offline')
    return 'A exportação não chegou. Verifique a conexão e tente novamente.'
  return httpMessage
}
