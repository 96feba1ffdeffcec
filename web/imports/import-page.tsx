import { useState } from 'react'
import { importKinds, type ImportKindName } from '../../contract/import-kinds.ts'
import { useApi } from '../api/use-api.ts'
import { ButtonLink } from '../links/button-link.tsx'
import { OnlyLentNote } from '../form/only-lent-note.tsx'
import { useIsOnlyLent } from '../session-state/use-allowed-actions.ts'
import { useEndedSession } from '../session-state/use-ended-session.ts'
import { ListUnreadable } from '../ui/list-note.tsx'
import { Page } from '../ui/page.tsx'
import { ImportColumns } from './import-columns.tsx'
import { ImportDraft } from './import-draft.tsx'
import { ImportFile } from './import-file.tsx'
import { ImportHistory } from './import-history.tsx'
import classes from './import-page.module.css'

interface ImportPageProps {
  kind: ImportKindName
  /** The list of what is imported. */
  list: { to: string }
}

/**
 * Many rows from one file: upload, look at what it would do, and have it done whole (rulings §10, decision 27). What was
 * uploaded is kept on the server, so a reload finds it again.
 */
export function ImportPage({ kind, list }: ImportPageProps) {
  const { name } = importKinds[kind]
  const { data, error, refetch } = useApi('importList', { params: { kind } })
  useEndedSession(error)
  // Another file than the draft's is being chosen.
  const [another, setAnother] = useState(false)
  // What is pressed here goes away with what it does, so the focus goes to what comes in its place.
  const [begun, setBegun] = useState(false)
  const choose = (chooses: boolean) => {
    setAnother(chooses)
    setBegun(true)
  }
  const draft = data?.imports.find(({ state }) => state === 'draft')
  const past = data?.imports.filter(({ state }) => state !== 'draft') ?? []
  const { grants } = importKinds[kind]
  const lent = grants.some(useIsOnlyLent())
  const choosing = data !== undefined && !lent && (draft === undefined || another)
  return (
    <Page
      width="wide"
      title={`Importar ${name}`}
      lead="Envie um arquivo, veja o que ele faria e confirme. Nada muda antes disso."
      actions={
        <ButtonLink {...list} variant="default">
          Voltar à lista
        </ButtonLink>
      }
    >
      {error && <ListUnreadable onRetry={() => void refetch()} />}
      {lent && <OnlyLentNote />}
      {choosing && (
        <section className={classes['card']} aria-label="Arquivo">
          <ImportFile
            kind={kind}
            focused={begun}
            onUploaded={() => choose(false)}
            onKeep={draft && (() => choose(false))}
          />
          <ImportColumns kind={kind} />
        </section>
      )}
      {draft && !another && !lent && (
        <ImportDraft
          key={draft.preview_sha256}
          draft={draft}
          focused={begun}
          onAnother={() => choose(true)}
          onCommit={() => setBegun(true)}
        />
      )}
      {past.length > 0 && <ImportHistory imports={past} />}
    </Page>
  )
}
