import type { ImportKindName } from '../../contract/import-kinds.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { prepare } from '../api/api-request.ts'
import { transmitForFile } from '../api/api-transmission.ts'
import { endedSession } from '../session-state/session-end.ts'
import { notify } from '../ui/notify.ts'
import { saveFile } from '../ui/save-file.ts'

/** Gives the browser the template of a kind, with the headers that a file needs. */
export async function saveTemplate(kind: ImportKindName): Promise<void> {
  try {
    const { content, name } = await transmitForFile(prepare('importTemplate', { params: { kind } }))
    saveFile(content, name)
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    if (!endedSession(error)) notify.error('O modelo não pôde ser baixado. Tente novamente.')
  }
}
