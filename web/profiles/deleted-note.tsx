import { Text } from '@mantine/core'

/** Shown in place of the fields of a deleted profile (console.md §2). */
export function DeletedNote() {
  return <Text data-wide>Este perfil está excluído. Ative-o para voltar a alterá-lo.</Text>
}
