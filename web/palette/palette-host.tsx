import { Kbd, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { paletteKeys } from './shortcuts.ts'
import classes from './palette-host.module.css'
import { useShortcuts } from './use-shortcuts.ts'

const Palette = lazy(() => import('./palette.tsx'))
const ShortcutsModal = lazy(() => import('./shortcuts-modal.tsx'))

/** The button of the header that opens the palette, with its keys; what they open is loaded by the first use. */
export function PaletteHost() {
  const [asked, setAsked] = useState(0)
  const [explaining, setExplaining] = useState(false)
  const ask = () => setAsked((times) => times + 1)
  const explain = () => setExplaining(true)
  useShortcuts({ onPalette: ask, onHelp: explain })
  return (
    <>
      <UnstyledButton
        className={classes['button'] ?? ''}
        aria-label="Buscar"
        aria-keyshortcuts="Control+K Meta+K"
        title={`Buscar (${paletteKeys.join(' ')})`}
        onClick={ask}
      >
        <IconSearch size={18} stroke={1.8} aria-hidden="true" />
        <span className={classes['text']}>Buscar</span>
        <span className={classes['keys']} aria-hidden="true">
          {paletteKeys.map((key) => (
            <Kbd key={key} size="xs">
              {key}
            </Kbd>
          ))}
        </span>
      </UnstyledButton>
      <Suspense fallback={null}>
        {asked > 0 && <Palette asked={asked} onShortcuts={explain} />}
        {explaining && <ShortcutsModal onClose={() => setExplaining(false)} />}
      </Suspense>
    </>
  )
}
