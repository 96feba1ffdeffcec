import { IconTicket, IconUserShare, type Icon } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { recordKinds, type ScreenKind, screenKinds } from '../../contract/record-kinds.ts'
import { menu } from '../../contract/screens.ts'
import { useGrantedPaths } from '../session-state/use-granted-paths.ts'
import { recordLinks } from './record-links.ts'

/** Path of a menu item. */
type MenuPath = (typeof menu)[number]['path']
type ListPath = (typeof recordKinds)[ScreenKind]['list']

/** Icons of the items that are not the list of a kind of record. */
const otherIcons: Readonly<Record<Exclude<MenuPath, ListPath>, Icon>> = {
  '/plan-loose': IconTicket,
  '/master-delegation': IconUserShare,
}
const kindIcons = Object.fromEntries(
  screenKinds.map((kind) => [recordKinds[kind].list, recordLinks[kind].icon]),
) as Record<ListPath, Icon>
const icons: Readonly<Record<MenuPath, Icon>> = { ...kindIcons, ...otherIcons }

export interface MenuItem {
  path: MenuPath
  label: string
  icon: Icon
}

/** Menu items granted by the user's token, in menu order (portal.md §2). Screens without a route are left out. */
export function useMenuItems(): MenuItem[] {
  const { routesByPath } = useRouter()
  const granted = useGrantedPaths()
  return menu
    .filter(({ path }) => granted.has(path) && Object.hasOwn(routesByPath, path))
    .map((item) => ({ ...item, icon: icons[item.path] }))
}
