import { IconTrash } from '@tabler/icons-react'
import { IconButton } from './icon-button.tsx'

interface RemoveButtonProps {
  /** The name of the row, which a screen reader reads after the label. */
  of: string
  onPress: () => void
}

/** The icon that makes a row inactive. */
export function RemoveButton(props: RemoveButtonProps) {
  return <IconButton icon={IconTrash} label="Remover" {...props} />
}
