import { useQueryClient } from '@tanstack/react-query'
import { useMatch } from '@tanstack/react-router'
import { useState } from 'react'
import type { CompanySpid } from '../../contract/spids.ts'
import { call } from '../api/api-client.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { callWithPreview } from '../confirm-identity/call-with-preview.ts'
import { showRefusal } from '../form/show-refusal.ts'
import { useWhoSaved } from '../form/use-conflict.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { recordKey } from '../form/use-record.ts'
import { endedSession } from '../session-state/session-end.ts'
import type { Conflict } from '../ui/conflict-panel.tsx'
import { notify } from '../ui/notify.ts'
import type { Company } from './company-values.ts'
import { lossOfSpids } from './access-losses.ts'
import { spidsMissingIn, spidChanges } from './spid-rows.ts'
import { SpidsModal } from './spids-modal.tsx'

interface CompanySpidsModalProps {
  company: Company
  /** Called with the SPIDs that a save has added. */
  onAdded: (spids: readonly string[]) => void
  onClose: () => void
}

/**
 * Modal for the SPIDs of an existing company. They are saved separately from the form, with their own identity
 * confirmation. The form behind the modal takes over the new version and keeps its unsaved input (decision 25).
 */
export function CompanySpidsModal({ company: read, onAdded, onClose }: CompanySpidsModalProps) {
  const queryClient = useQueryClient()
  const key = useMatch({ strict: false, select: recordKey })
  // Version that was read after a conflict; the query returns it only later.
  const [updatedCompany, setUpdatedCompany] = useState(read)
  const company = updatedCompany.version > read.version ? updatedCompany : read
  const params = { id: String(company.id) }
  const whoSaved = useWhoSaved('company')
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [rowsTaken, setRowsTaken] = useState(0)

  /** Reads the company again, and shows who saved it and which SPIDs changed. */
  const resolve = async (sentence: string) => {
    const unread = { message: sentence, onReload: () => void resolve(sentence) }
    setConflict({ ...unread, reloading: true })
    try {
      const updated = await call('companyGet', { params })
      const changes = spidChanges(company.spids, updated.spids)
      const decide = (take: boolean) => {
        queryClient.setQueryData(key, updated)
        setUpdatedCompany(updated)
        setConflict(null)
        if (take) setRowsTaken((count) => count + 1)
        else notify.info('Confira e salve de novo.')
      }
      setConflict({
        ...(await whoSaved(company, updated)),
        changes,
        both: changes.length > 0 ? ['SPIDs'] : [],
        onKeep: () => decide(false),
        onTake: () => decide(true),
      })
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      setConflict({ ...unread, reloading: false })
      if (!endedSession(error)) showRefusal(error, { failure: 'Erro inesperado' })
    }
  }

  const save = useRecordAction({
    write: (spids: CompanySpid[]) => saveSpids(company, spids),
    done: 'SPIDs salvos com sucesso',
    onDone: (saved) => {
      queryClient.setQueryData(key, saved)
      onAdded(spidsMissingIn(company.spids, saved.spids).map(({ spid }) => spid))
      onClose()
    },
    showProblem: (problem) => {
      if (problem.code === 'changed-meanwhile') void resolve(problem.httpMessage)
      else showRefusal(problem, { failure: 'Erro inesperado.' })
    },
  })
  return (
    <SpidsModal
      // Taking the stored SPIDs recreates the rows.
      key={rowsTaken}
      spids={company.spids}
      lead="Valem assim que forem salvos aqui, sem salvar o formulário."
      saving={save.busy}
      conflict={conflict}
      onSave={save.start}
      onClose={onClose}
    />
  )
}

async function saveSpids(company: Company, spids: CompanySpid[]): Promise<Company> {
  const { id, name, email, document, active, version } = company
  const params = { id: String(id) }
  const removed = spidsMissingIn(spids, company.spids)
  const loss =
    removed.length > 0 ? lossOfSpids(await call('companyHolders', { params }), removed) : undefined
  return callWithPreview(
    {
      describe: `Salvar os SPIDs da empresa ${name}`,
      changes: spidChanges(company.spids, spids),
      ...(loss !== undefined && {
        question:
          removed.length === 1 ? 'Deseja remover este SPID?' : 'Deseja remover estes SPIDs?',
        consequence: loss,
        danger: true,
      }),
    },
    'companyUpdate',
    { params, body: { name, email, document, active, spids, version } },
  )
}
