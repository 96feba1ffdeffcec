import { ApiProblem } from '../api/api-problem.ts'
import type { PlainOperation, PreparedCall } from '../api/api-request.ts'
import { transmitForFile } from '../api/api-transmission.ts'
import { endedSession } from '../session-state/session-end.ts'
import { notify } from '../ui/notify.ts'
import { saveFile } from '../ui/save-file.ts'

interface DownloadWords {
  /** The sentence on a file that has come, where the person is to be told. */
  done?: (name: string) => string
  /** The sentence on one that has not. */
  failed: (problem: ApiProblem) => string
}

/** Gives the browser the file that a call answers, to keep. */
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
