import { Kbd, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { notify } from '../ui/notify.ts'
import { paletteKeys } from './shortcuts.ts'
import classes from './palette-host.module.css'
import { captureTyping, stopCapturing } from './typed-ahead.ts'
import { useShortcuts } from './use-shortcuts.ts'

const loadPalette = () => import('./palette.tsx')
const loadShortcuts = () => import('./shortcuts-modal.tsx')
const Palette = lazy(loadPalette)
const ShortcutsModal = lazy(loadShortcuts)

/** Loads and shows a component; a failure to load must not break the whole screen. */
function load(show: () => Promise<void>): void {
  show().catch((error: unknown) => {
    stopCapturing()
    console.error(error)
    notify.error(
      'Não foi possível abrir. Recarregue a página: pode haver uma versão mais nova do portal.',
    )
  })
}

/** Header button that opens the palette, and its shortcuts. The palette is loaded on first use. */
export function PaletteHost() {
  const [loaded, setLoaded] = useState(false)
  const [explaining, setExplaining] = useState(false)
  const open = () => {
    captureTyping()
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
  useShortcuts({ onPalette: open, onHelp: explain })
  return (
    <>
      <UnstyledButton
        className={classes['button'] ?? ''}
        aria-keyshortcuts="Control+K Meta+K"
        title={`Busca rápida (${paletteKeys.join(' ')})`}
        onClick={open}
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
