import { IconHelp } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { helpPages, type HelpPath } from '../../contract/help-pages.ts'
import { toHelp } from '../paths.ts'
import type { PaletteItem } from './palette-item.ts'

const group = 'Ajuda'
// The cast restores the paths that `Object.entries` loses.
const pages = [['/ajuda', group], ...Object.entries(helpPages)] as readonly [HelpPath, string][]

/** The help pages, found by their titles; 'ajuda' finds all of them. */
export function useHelpItems(): PaletteItem[] {
  const navigate = useNavigate()
  return pages.map(([path, label]) => ({
    id: path,
    group,
    label,
    verbs: 'ajuda',
    icon: IconHelp,
    run: () => void navigate(toHelp(path)),
  }))
}
