import { Menu, type MenuItemProps } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

type MenuAnchorProps = Omit<MenuItemProps, 'leftSection'> &
  Omit<ComponentProps<'a'>, keyof MenuItemProps> & { icon: Icon }

function MenuAnchor({ icon: Icon, ...anchor }: MenuAnchorProps) {
  return (
    <Menu.Item
      component="a"
      {...anchor}
      leftSection={<Icon size={17} stroke={1.7} aria-hidden="true" />}
    />
  )
}

/** Menu item that is a link; takes a result of `paths.ts`. */
export const MenuLink = createLink(MenuAnchor)
