import {
  IconBuilding,
  IconDevices,
  IconHome,
  IconIdBadge2,
  IconMailX,
  IconNetwork,
  IconPlus,
  type Icon,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ScreenPath } from '../../contract/screens.ts'
import { useMenuItems } from '../frame/menu-items.ts'
import { toScreen } from '../paths.ts'
import { isScreenPath } from '../session-state/screen-path.ts'
import { useSession } from '../session-state/session.ts'
import type { PaletteItem } from './palette-item.ts'

/** Screens that are in no side menu. */
const others: readonly { path: string; label: string; icon: Icon }[] = [
  { path: '/home', label: 'Início', icon: IconHome },
  { path: '/access-page', label: 'Página de Acesso', icon: IconBuilding },
  { path: '/sessions', label: 'Minhas sessões', icon: IconDevices },
  { path: '/status', label: 'Sua sessão', icon: IconIdBadge2 },
  { path: '/message-list', label: 'Mensagens não entregues', icon: IconMailX },
  { path: '/network-list', label: 'Redes com espera', icon: IconNetwork },
]

/** What can be made from anywhere, and the list on which one must be allowed to. */
const makings: readonly { path: ScreenPath; list: ScreenPath; label: string }[] = [
  { path: '/service-form', list: '/service-list', label: 'Novo Serviço' },
  { path: '/function-create', list: '/function-list', label: 'Nova Função' },
  { path: '/profile-create', list: '/profile-list', label: 'Novo Perfil' },
]

/** The screens that the person may open, and the forms of what they may make. */
export function useScreenItems(): PaletteItem[] {
  const navigate = useNavigate()
  const { userData } = useSession()
  const menu = useMenuItems(userData)
  const functions = new Map(userData?.functions.map(({ path, actions }) => [path, actions]))
  const mayOpen = (path: string) => !isScreenPath(path) || functions.has(path)
  const mayMake = (list: ScreenPath) =>
    functions.get(list)?.some(({ path }) => path === 'create') ?? false
  const itemOf = (group: string, path: string, label: string, icon: Icon): PaletteItem => ({
    id: `${group}-${path}`,
    group,
    label,
    icon,
    run: () => void navigate(toScreen(path)),
  })
  return [
    ...[...menu, ...others]
      .filter(({ path }) => mayOpen(path))
      .map(({ path, label, icon }) => itemOf('Ir para', path, label, icon)),
    ...makings
      .filter(({ path, list }) => mayOpen(path) && mayMake(list))
      .map(({ path, label }) => itemOf('Ações', path, label, IconPlus)),
  ]
}
