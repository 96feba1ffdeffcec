import { ActionIcon, Tooltip } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import classes from './icon-link.module.css'
import { createScreenLink } from './screen-link.tsx'

interface IconAnchorProps extends Omit<ComponentProps<'a'>, 'color' | 'style'> {
  icon: Icon
  /** Tooltip and first part of the accessible name. */
  label: string
  /** Name of the record, the second part of the accessible name. */
  of: string
}

/** Anchor that looks like an icon. */
export function IconAnchor({ icon: Icon, label, of, ...anchor }: IconAnchorProps) {
  return (
    <Tooltip label={label} openDelay={300}>
      <ActionIcon
        component="a"
        {...anchor}
        className={classes['icon'] ?? ''}
        variant="subtle"
        color="gray"
        size={30}
        aria-label={`${label}: ${of}`}
      >
        <Icon size={17} stroke={1.7} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  )
}

/** Icon link in a row; takes a result of `paths.ts`. */
export const IconLink = createScreenLink(IconAnchor)
