import { Text } from '@mantine/core'
import { DelegatedOnlyNote } from '../form/delegated-only-note.tsx'
import { useHoldsOnlyByDelegation } from '../session-state/use-allowed-actions.ts'

export const deletedText = 'Este perfil está excluído. Ative-o para voltar a alterá-lo.'

/** Replaces the fields of a deleted profile (console.md §2). */
export function DeletedNote() {
  const delegatedOnly = useHoldsOnlyByDelegation()({ screen: '/profile-edit', action: 'activate' })
  return (
    <>
      <Text data-wide>{deletedText}</Text>
      {delegatedOnly && <DelegatedOnlyNote />}
    </>
  )
}
