import { ActionIcon, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'

interface RemoveButtonProps {
  /** The name of the row, which a screen reader reads after the label. */
  of: string
  onPress: () => void
}

/** The icon that makes a row inactive. */
export function RemoveButton({ of, onPress }: RemoveButtonProps) {
  return (
    <Tooltip label="Remover" openDelay={300}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={30}
        aria-label={`Remover: ${of}`}
        onClick={onPress}
      >
        <IconTrash size={17} stroke={1.7} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  )
}
