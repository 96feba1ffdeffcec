import type { ImportKindName } from '../../contract/import-kinds.ts'
import { prepare } from '../api/api-request.ts'
import { download } from '../list/download.ts'

/** Downloads the template of an import kind, with the required headers. */
export function saveTemplate(kind: ImportKindName): Promise<void> {
  return download(prepare('importTemplate', { params: { kind } }), {
    failed: () => 'O modelo não pôde ser baixado. Tente novamente.',
  })
}
