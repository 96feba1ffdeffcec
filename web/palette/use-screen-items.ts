import { IconBuilding, IconHome, IconPlus, type Icon } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ScreenPath } from '../../contract/screens.ts'
import { useMenuItems } from '../frame/menu-items.ts'
import { useOwnScreens } from '../frame/own-screens.ts'
import { toAccessPage, toHome, toScreen } from '../paths.ts'
import { useMayDo } from '../session-state/use-allowed-actions.ts'
import { useGrantedPaths } from '../session-state/use-screen-granted.ts'
import type { PaletteItem } from './palette-item.ts'

/** What can be made from anywhere, and the list on which one must be allowed to. */
export const makings: readonly { path: ScreenPath; list: ScreenPath; label: string }[] = [
  { path: '/company-form', list: '/company-list', label: 'Nova Empresa' },
  { path: '/operator-create', list: '/company-list', label: 'Nova operadora' },
  { path: '/plan-form', list: '/plan-list', label: 'Novo Plano' },
  { path: '/plan-loose-form', list: '/plan-loose', label: 'Novo Plano Avulso' },
  { path: '/service-form', list: '/service-list', label: 'Novo Serviço' },
  { path: '/function-create', list: '/function-list', label: 'Nova Função' },
  { path: '/profile-create', list: '/profile-list', label: 'Novo Perfil' },
  { path: '/user-create', list: '/user-list', label: 'Novo usuário' },
]

/** Where an item leads: what a function of `paths.ts` gives. */
interface Place {
  to: string
  search?: object
}

/** The screens that the person may open, and the forms of what they may make. */
export function useScreenItems(): PaletteItem[] {
  const navigate = useNavigate()
  const granted = useGrantedPaths()
  const menu = useMenuItems()
  const ownScreens = useOwnScreens()
  const mayMake = useMayDo('create')
  const itemOf = (
    group: string,
    place: Place,
    label: string,
    icon: Icon,
    words?: string,
  ): PaletteItem => ({
    id: `${group}-${place.to}`,
    group,
    label,
    icon,
    ...(words !== undefined && { words }),
    run: () => void navigate(toScreen(place.to, place.search)),
  })
  const goTo = (place: Place, label: string, icon: Icon) => itemOf('Ir para', place, label, icon)
  return [
    ...menu.map(({ path, label, icon }) => goTo({ to: path }, label, icon)),
    goTo(toHome(), 'Início', IconHome),
    goTo(toAccessPage(), 'Página de Acesso', IconBuilding),
    ...ownScreens.map(({ place, label, icon }) => goTo(place, label, icon)),
    ...makings
      .filter(({ path, list }) => granted.has(path) && mayMake(list))
      .map(({ path, label }) => itemOf('Ações', { to: path }, label, IconPlus, 'novo nova criar')),
  ]
}
