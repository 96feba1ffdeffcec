import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ImportKindName, importMaxBytes, importTypes } from '../../contract/import-kinds.ts'
import { queriesOf } from '../api/query-of.ts'
import { call } from '../api/api-client.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { endedSession } from '../session-state/session-end.ts'

interface Upload {
  upload: (file: File) => void
  /** Current step of the upload; null if none is running. */
  stage: string | null
  /** Why the file could not be read. */
  refusal: string | null
}

/** Uploads a file and validates its rows. The result appears in the list of imports. */
export function useUpload(kind: ImportKindName, onUploaded: () => void): Upload {
  const queries = useQueryClient()
  const [stage, setStage] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)

  const upload = async (file: File) => {
    if (file.size > importMaxBytes) return setRefusal('O arquivo tem mais de 10 MB.')
    setRefusal(null)
    setStage(`Conferindo as linhas de ${file.name}…`)
    try {
      const content = new Uint8Array(await file.arrayBuffer())
      await call('importUpload', {
        params: { kind },
        query: { name: file.name.slice(-200) },
        body: { content, type: typeOf(file) },
      })
      await queries.invalidateQueries(queriesOf('importList'))
      onUploaded()
    } catch (error) {
      // The browser can no longer read the file: it was moved or changed after it was selected.
      if (error instanceof DOMException)
        setRefusal('O arquivo não pôde ser lido. Escolha-o de novo.')
      else if (!(error instanceof ApiProblem)) throw error
      else if (!endedSession(error)) setRefusal(error.fields['file'] ?? error.httpMessage)
    } finally {
      setStage(null)
    }
  }
  return { upload: (file) => void upload(file), stage, refusal }
}

/** The server detects the format from the content. The media type only has to be an accepted one. */
function typeOf({ name }: File): string {
  const [csv, xlsx] = importTypes
  return name.toLowerCase().endsWith('.xlsx') ? xlsx : csv
}
