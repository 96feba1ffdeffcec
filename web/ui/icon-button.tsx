import { ActionIcon, Tooltip } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

interface IconButtonProps {
  icon: Icon
  /** Tooltip and first part of the accessible name. */
  label: string
  /** Name of the row, the second part of the accessible name. */
  of: string
  onPress: () => void
  /** A click on the row presses this button, because the row header has no link. */
  opensRow?: true
}

/** Icon button in a table row. */
export function IconButton({ icon: Icon, label, of, onPress, opensRow }: IconButtonProps) {
  return (
    <Tooltip label={label} openDelay={300}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={30}
        aria-label={`${label}: ${of}`}
        data-opens-row={opensRow}
        onClick={onPress}
      >
        <Icon size={17} stroke={1.7} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  )
}
