import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { importKinds, type ImportKindName } from '../../contract/import-kinds.ts'
import { queryOf } from '../api/query-of.ts'
import { ButtonLink } from '../links/button-link.tsx'
import { DelegatedOnlyNote } from '../form/delegated-only-note.tsx'
import { useHoldsOnlyByDelegation } from '../session-state/use-allowed-actions.ts'
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
  /** Route of the list of these records. */
  list: { to: string }
}

/**
 * Imports rows from a file: upload, preview, then apply all rows or none (rulings §10, decision 27). The draft is
 * stored on the server, so it survives a page reload.
 */
export function ImportPage({ kind, list }: ImportPageProps) {
  const { name } = importKinds[kind]
  const { data, error, refetch } = useQuery(queryOf('importList', { params: { kind } }))
  useEndedSession(error)
  // Whether a replacement for the draft's file is being selected.
  const [replacing, setReplacing] = useState(false)
  // Whether the user has pressed a button here. The button disappears, so its replacement takes the focus.
  const [interacted, setInteracted] = useState(false)
  const choose = (chooses: boolean) => {
    setReplacing(chooses)
    setInteracted(true)
  }
  const draft = data?.imports.find(({ state }) => state === 'draft')
  const past = data?.imports.filter(({ state }) => state !== 'draft') ?? []
  const { grants } = importKinds[kind]
  const delegatedOnly = grants.some(useHoldsOnlyByDelegation())
  const choosing = data !== undefined && !delegatedOnly && (draft === undefined || replacing)
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
      {delegatedOnly && <DelegatedOnlyNote />}
      {!data && !error && !delegatedOnly && <Skeleton height={360} />}
      {choosing && (
        <section className={classes['card']} aria-label="Arquivo">
          <ImportFile
            kind={kind}
            focused={interacted}
            onUploaded={() => choose(false)}
            onKeep={draft && (() => choose(false))}
          />
          <ImportColumns kind={kind} />
        </section>
      )}
      {draft && !replacing && !delegatedOnly && (
        <ImportDraft
          key={draft.preview_sha256}
          draft={draft}
          focused={interacted}
          onAnother={() => choose(true)}
          onCommit={() => setInteracted(true)}
        />
      )}
      {past.length > 0 && <ImportHistory imports={past} />}
    </Page>
  )
}
