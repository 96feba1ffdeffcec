import { useQueryClient } from '@tanstack/react-query'
import { useMatch } from '@tanstack/react-router'
import { useState } from 'react'
import type { CompanySpid } from '../../contract/spids.ts'
import { call } from '../api/api-client.ts'
import { callWithPreview } from '../confirm-identity/call-with-preview.ts'
import { showRefusal } from '../form/show-refusal.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { recordKey } from '../form/use-record.ts'
import type { Company } from './company-values.ts'
import { lossOfSpids } from './access-losses.ts'
import { removedSpids, spidChanges } from './spid-rows.ts'
import { SpidsModal } from './spids-modal.tsx'

interface CompanySpidsModalProps {
  company: Company
  onClose: () => void
}

/**
 * Modal for the SPIDs of an existing company. They are saved separately from the form, with their own identity
 * confirmation. The form behind the modal takes over the new version and keeps its unsaved input (decision 25).
 */
export function CompanySpidsModal({ company, onClose }: CompanySpidsModalProps) {
  const queryClient = useQueryClient()
  const key = useMatch({ strict: false, select: recordKey })
  const params = { id: String(company.id) }
  const [conflict, setConflict] = useState<string | null>(null)

  const save = useRecordAction({
    write: (spids: CompanySpid[]) => saveSpids(company, spids),
    done: 'SPIDs salvos com sucesso',
    onDone: (saved) => {
      queryClient.setQueryData(key, saved)
      onClose()
    },
    showProblem: (problem) => {
      if (problem.code === 'changed-meanwhile') setConflict(problem.httpMessage)
      else showRefusal(problem, { failure: 'Erro inesperado.' })
    },
  })
  const reload = useRecordAction({
    write: () => call('companyGet', { params }),
    done: 'SPIDs recarregados.',
    onDone: (updated) => {
      queryClient.setQueryData(key, updated)
      setConflict(null)
    },
    refusals: { failure: 'Erro inesperado' },
  })
  return (
    <SpidsModal
      // A new version recreates the rows.
      key={company.version}
      spids={company.spids}
      lead="Valem assim que forem salvos aqui, sem salvar o formulário."
      saving={save.busy}
      conflict={
        conflict === null
          ? null
          : { message: conflict, reloading: reload.busy, onReload: () => reload.start() }
      }
      onSave={save.start}
      onClose={onClose}
    />
  )
}

async function saveSpids(company: Company, spids: CompanySpid[]): Promise<Company> {
  const { id, name, email, document, active, version } = company
  const params = { id: String(id) }
  const removed = removedSpids(company.spids, spids)
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
