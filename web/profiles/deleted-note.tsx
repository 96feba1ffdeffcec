import { Text } from '@mantine/core'

/** Stands where the form of a deleted profile would (console.md §2). */
export function DeletedNote() {
  return <Text data-wide>Este perfil está excluído. Ative-o para voltar a alterá-lo.</Text>
}
