import { IconTrash } from '@tabler/icons-react'
import { IconButton } from './icon-button.tsx'

interface RemoveButtonProps {
  /** Name of the row, the second part of the accessible name. */
  of: string
  onPress: () => void
}

/** Icon button that deactivates a row. */
export function RemoveButton(props: RemoveButtonProps) {
  return <IconButton icon={IconTrash} label="Remover" {...props} />
}
