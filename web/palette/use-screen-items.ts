import {
  IconBuilding,
  IconHome,
  IconPlus,
  IconTicket,
  IconUpload,
  type Icon,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { importAccess, type ImportAccess } from '../../contract/import-access.ts'
import type { ImportKindName } from '../../contract/import-kinds.ts'
import { type ScreenKind, screenKinds, screensOf } from '../../contract/record-kinds.ts'
import type { ScreenPath } from '../../contract/screens.ts'
import { useMenuItems } from '../frame/menu-items.ts'
import { useAccountScreens, useMonitoringScreens } from '../frame/other-screens.ts'
import {
  toAccessPage,
  toCompanyImport,
  toHome,
  toLoosePlanImport,
  toScreen,
  toUserImport,
  toUserSeats,
} from '../paths.ts'
import {
  useHoldsGrant,
  useIsAdministrator,
  useMayDo,
} from '../session-state/use-allowed-actions.ts'
import { useGrantedPaths } from '../session-state/use-granted-paths.ts'
import type { PaletteItem } from './palette-item.ts'

interface CreateForm {
  path: ScreenPath
  /** List with the button for this form. The user must be allowed to create records there too. */
  list: ScreenPath
  label: string
  /** Reserved to administrators, whatever the grants (decisions 25 and 26). */
  administratorsOnly?: true
}

/** Additional forms of a kind, shown after its own form. */
const otherForms: Partial<Record<ScreenKind, CreateForm>> = {
  company: {
    path: '/operator-create',
    list: '/company-list',
    label: 'Nova operadora',
    administratorsOnly: true,
  },
  plan: {
    path: '/plan-loose-form',
    list: '/plan-loose',
    label: 'Novo Plano Avulso',
    administratorsOnly: true,
  },
}

/** Forms for new records, available on every screen. */
export const createForms: readonly CreateForm[] = screenKinds.flatMap((kind) => {
  const { create, list } = screensOf(kind)
  return [
    ...(create ? [{ ...create, path: create.form, list }] : []),
    otherForms[kind] ?? [],
  ].flat()
})

/** Screens that import records. */
const importPlaces: readonly { kind: ImportKindName; place: Place }[] = [
  { kind: 'users', place: toUserImport() },
  { kind: 'companies', place: toCompanyImport() },
  { kind: 'loose-plans', place: toLoosePlanImport() },
]

/** Address of an item: a result of `paths.ts`. */
interface Place {
  to: string
  search?: object
}

/** The screens that the user may open, and the forms of records that they may create. */
export function useScreenItems(): PaletteItem[] {
  const navigate = useNavigate()
  const menu = useMenuItems()
  const others = [...useAccountScreens(), ...useMonitoringScreens()]
  const mayCreate = useMayDo('create')
  const isAdministrator = useIsAdministrator()
  const holds = useHoldsGrant()
  const granted = useGrantedPaths()
  const mayImport = (kind: ImportKindName) => {
    const { grants, administratorsOnly }: ImportAccess = importAccess[kind]
    return (isAdministrator || administratorsOnly !== true) && grants.every(holds)
  }
  const isAllowed = ({ path, list, administratorsOnly }: CreateForm) =>
    mayCreate(path) && mayCreate(list) && (isAdministrator || administratorsOnly !== true)
  const itemOf = (
    group: string,
    place: Place,
    label: string,
    icon: Icon,
    verbs?: string,
  ): PaletteItem => ({
    id: `${group}-${place.to}`,
    group,
    label,
    icon,
    ...(verbs !== undefined && { verbs }),
    run: () => void navigate(toScreen(place.to, place.search)),
  })
  const goTo = (place: Place, label: string, icon: Icon) => itemOf('Ir para', place, label, icon)
  return [
    ...menu.map(({ path, label, icon }) => goTo({ to: path }, label, icon)),
    goTo(toHome(), 'Início', IconHome),
    goTo(toAccessPage(), 'Página de Acesso', IconBuilding),
    ...(granted.has('/user-list') ? [goTo(toUserSeats(), 'Licenças', IconTicket)] : []),
    ...others.map(({ place, label, icon }) => goTo(place, label, icon)),
    ...createForms
      .filter(isAllowed)
      .map(({ path, label }) => itemOf('Ações', { to: path }, label, IconPlus, 'criar cadastrar')),
    ...importPlaces
      .filter(({ kind }) => mayImport(kind))
      .map(({ kind, place }) =>
        itemOf('Ações', place, `Importar ${importAccess[kind].name}`, IconUpload),
      ),
  ]
}
