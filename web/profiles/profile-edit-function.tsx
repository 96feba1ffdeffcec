import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { DelegatedOnlyNote } from '../form/delegated-only-note.tsx'
import { Termo } from '../links/termo.tsx'
import { useHoldsOnlyByDelegation } from '../session-state/use-allowed-actions.ts'
import { FormPage } from '../ui/form-page.tsx'
import { DeletedNote } from './deleted-note.tsx'
import { FunctionChoices } from './function-choices.tsx'
import { useFunctionChoice } from './use-function-choice.ts'

/** Screen for selecting the functions and actions of a profile (console.md §2). */
export default function ProfileEditFunction(): ReactElement {
  const { id = 0 } = useSearch({ from: '/profile-edit-function' })
  const { record, choices, held, ticked, setTicks, page } = useFunctionChoice(id)
  const { onSave, ...rest } = page
  const deleted = record?.profile.status === 0
  const delegatedOnly = useHoldsOnlyByDelegation()({
    screen: '/profile-edit-function',
    action: 'update',
  })
  return (
    <FormPage
      title="Alteração de funções do perfil"
      subject={
        record ? (
          <>
            <Termo of="profile">Perfil</Termo>
            {`: ${record.profile.name} · `}
            <Termo of="module">Módulo</Termo>
            {`: ${record.module.name}`}
          </>
        ) : null
      }
      {...rest}
      {...(!deleted && { onSave })}
    >
      {deleted ? (
        <DeletedNote />
      ) : (
        <>
          {delegatedOnly && <DelegatedOnlyNote />}
          <FunctionChoices choices={choices} held={held} ticked={ticked} onTick={setTicks} />
        </>
      )}
    </FormPage>
  )
}
