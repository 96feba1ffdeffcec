import { ApiProblem } from '../api/api-problem.ts'
import type { PlainOperation, PreparedCall } from '../api/api-request.ts'
import { transmitForFile } from '../api/api-transmission.ts'
import { endedSession } from '../session-state/session-end.ts'
import { notify } from '../ui/notify.ts'
import { saveFile } from '../ui/save-file.ts'

interface DownloadWords {
  /** Success message, if there is one. */
  done?: (name: string) => string
  /** Failure message. */
  failed: (problem: ApiProblem) => string
}

/** Sends a call and downloads the file that it returns. */
export async function download<O extends PlainOperation>(
  prepared: PreparedCall<O>,
  { done, failed }: DownloadWords,
): Promise<void> {
  try {
    const { content, name } = await transmitForFile(prepared)
    saveFile(content, name)
    if (done) notify.success(done(name))
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    if (!endedSession(error)) notify.error(failed(error))
  }
}
