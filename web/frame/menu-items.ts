import {
  IconBuilding,
  IconFunction,
  IconId,
  IconReceipt,
  IconStack2,
  IconTicket,
  IconUserShare,
  IconUsers,
  type Icon,
} from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { menu } from '../../contract/screens.ts'
import { useGrantedPaths } from '../session-state/use-granted-paths.ts'

/** Path of a menu item. */
export type MenuPath = (typeof menu)[number]['path']

/** Icon of each item, and its description on the landing page. */
const looks: Record<MenuPath, { icon: Icon; purpose: string }> = {
  '/plan-loose': { icon: IconTicket, purpose: 'Limites avulsos de usuários por empresa e módulo.' },
  '/plan-list': {
    icon: IconReceipt,
    purpose: 'Planos, seus módulos e as empresas que os contratam.',
  },
  '/company-list': { icon: IconBuilding, purpose: 'Cadastro das empresas e de seus SPIDs.' },
  '/service-list': { icon: IconStack2, purpose: 'Serviços oferecidos e os módulos de cada um.' },
  '/user-list': { icon: IconUsers, purpose: 'Pessoas, seus perfis, bloqueios e tokens.' },
  '/profile-list': { icon: IconId, purpose: 'Perfis de acesso e as funções que cada um permite.' },
  '/function-list': { icon: IconFunction, purpose: 'Funções dos módulos e suas ações.' },
  '/master-delegation': {
    icon: IconUserShare,
    purpose: 'Delegação temporária do papel de usuário master.',
  },
}

export interface MenuItem {
  path: MenuPath
  label: string
  icon: Icon
  purpose: string
}

/** Menu items granted by the user's token, in menu order (portal.md §2). Screens without a route are left out. */
export function useMenuItems(): MenuItem[] {
  const { routesByPath } = useRouter()
  const granted = useGrantedPaths()
  return menu
    .filter(({ path }) => granted.has(path) && Object.hasOwn(routesByPath, path))
    .map((item) => ({ ...item, ...looks[item.path] }))
}
