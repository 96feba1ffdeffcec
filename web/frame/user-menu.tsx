import { Menu, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconBuilding, IconChevronDown, IconLogout } from '@tabler/icons-react'
import { useMatches } from '@tanstack/react-router'

import { toAccessPage, toScreen, toSignOut } from '../paths.ts'
import { initialsOf } from '../ui/initials.ts'
import { SchemeItems } from './scheme-items.tsx'
import classes from './user-menu.module.css'
import { MenuLink } from '../links/menu-link.tsx'
import { useAccountScreens } from './other-screens.ts'

/** User menu: shows the user and company, and links to the screens about the user (portal.md §2). */
export function UserMenu({ name, company }: { name: string; company: string | null }) {
  const withoutLinks = useMediaQuery('(max-width: 40em)')
  const screens = useAccountScreens()
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname })
  return (
    <Menu
      position="bottom-end"
      width={260}
      shadow="md"
      radius="md"
      // Without a portal the menu is inside the banner landmark; without the placeholder it contains only its items.
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <UnstyledButton
          className={classes['user'] ?? ''}
          data-company={company !== null || undefined}
          aria-current={screens.some(({ place }) => place.to === path) || undefined}
        >
          <span className={classes['initials']} aria-hidden="true">
            {initialsOf(name)}
          </span>
          <span className={classes['who']}>
            <span className={classes['name']} title={name}>
              {name}
            </span>
            {company !== null && (
              <span className={classes['company']} title={company}>
                {company}
              </span>
            )}
          </span>
          <IconChevronDown size={16} stroke={1.8} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {withoutLinks && (
          <MenuLink {...toAccessPage()} icon={IconBuilding}>
            ACESSE AS EMPRESAS
          </MenuLink>
        )}
        {screens.map(({ label, icon, place: { to, search } }) => (
          <MenuLink
            key={to}
            {...toScreen(to, search)}
            icon={icon}
            className={classes['item'] ?? ''}
          >
            {label}
          </MenuLink>
        ))}
        <Menu.Divider />
        <SchemeItems />
        <Menu.Divider />
        <MenuLink {...toSignOut()} icon={IconLogout}>
          Sair
        </MenuLink>
      </Menu.Dropdown>
    </Menu>
  )
}
