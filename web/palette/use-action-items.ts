import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import {
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSun,
  type Icon,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { schemeNames } from '../frame/schemes.ts'
import { toSignOut } from '../paths.ts'
import type { PaletteItem } from './palette-item.ts'

const schemes: readonly { scheme: MantineColorScheme; icon: Icon }[] = [
  { scheme: 'light', icon: IconSun },
  { scheme: 'dark', icon: IconMoon },
  { scheme: 'auto', icon: IconDeviceDesktop },
]

const schemeHints: Readonly<Record<MantineColorScheme, string>> = {
  light: 'Tema claro',
  dark: 'Tema escuro',
  auto: 'Tema do sistema',
}

/** Actions available on every screen to every signed-in user. */
export function useActionItems(showShortcuts: () => void): PaletteItem[] {
  const navigate = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const group = 'Ações'
  return [
    ...schemes.map(({ scheme, icon }) => ({
      id: `aparencia-${scheme}`,
      group,
      label: `Aparência: ${schemeNames[scheme]}`,
      hint: schemeHints[scheme],
      icon,
      run: () => setColorScheme(scheme),
    })),
    { id: 'atalhos', group, label: 'Atalhos de teclado', icon: IconKeyboard, run: showShortcuts },
    {
      id: 'sair',
      group,
      label: 'Sair',
      verbs: 'encerrar',
      icon: IconLogout,
      run: () => void navigate(toSignOut()),
    },
  ]
}
