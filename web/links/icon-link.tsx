import { ActionIcon, Tooltip } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import classes from './icon-link.module.css'
import { createScreenLink } from './screen-link.tsx'

interface IconAnchorProps extends Omit<ComponentProps<'a'>, 'color' | 'style'> {
  icon: Icon
  /** The tooltip, which says what the link does. */
  label: string
  /** The name of the record, which a screen reader reads after the label. */
  of: string
}

/** An anchor that looks like an icon. */
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

/** A link of a row that looks like an icon; takes what a function of `paths.ts` gives. */
export const IconLink = createScreenLink(IconAnchor)
