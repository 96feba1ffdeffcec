import { Kbd, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { notify } from '../ui/notify.ts'
import { paletteKeys } from './shortcuts.ts'
import classes from './palette-host.module.css'
import { catchTyped, takeTyped } from './typed-ahead.ts'
import { useShortcuts } from './use-shortcuts.ts'

const loadPalette = () => import('./palette.tsx')
const loadShortcuts = () => import('./shortcuts-modal.tsx')
const Palette = lazy(loadPalette)
const ShortcutsModal = lazy(loadShortcuts)

/** Loads and shows something; a connection that is down must not take the whole screen with it. */
function load(show: () => Promise<void>): void {
  show().catch((error: unknown) => {
    takeTyped()
    console.error(error)
    notify.error(
      'Não foi possível abrir. Recarregue a página: pode haver uma versão mais nova do portal.',
    )
  })
}

/** The button of the header that opens the palette, with its keys; what they open is loaded by the first use. */
export function PaletteHost() {
  const [loaded, setLoaded] = useState(false)
  const [explaining, setExplaining] = useState(false)
  const ask = () => {
    catchTyped()
    load(async () => {
      const [{ openPalette }] = await Promise.all([import('./palette-store.ts'), loadPalette()])
      setLoaded(true)
      openPalette()
    })
  }
  const explain = () =>
    load(async () => {
      await loadShortcuts()
      setExplaining(true)
    })
  useShortcuts({ onPalette: ask, onHelp: explain })
  return (
    <>
      <UnstyledButton
        className={classes['button'] ?? ''}
        aria-keyshortcuts="Control+K Meta+K"
        title={`Busca rápida (${paletteKeys.join(' ')})`}
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
        {loaded && <Palette onShortcuts={explain} />}
        {explaining && <ShortcutsModal onClose={() => setExplaining(false)} />}
      </Suspense>
    </>
  )
}
