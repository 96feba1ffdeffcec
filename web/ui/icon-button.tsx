import { ActionIcon, Tooltip } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

interface IconButtonProps {
  icon: Icon
  /** The tooltip, which says what the button does. */
  label: string
  /** The name of the row, which a screen reader reads after the label. */
  of: string
  onPress: () => void
}

/** A button of a row that looks like an icon. */
export function IconButton({ icon: Icon, label, of, onPress }: IconButtonProps) {
  return (
    <Tooltip label={label} openDelay={300}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={30}
        aria-label={`${label}: ${of}`}
        onClick={onPress}
      >
        <Icon size={17} stroke={1.7} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  )
}
