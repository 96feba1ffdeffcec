import { Loader, UnstyledButton } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './export-button.module.css'

/** Milliseconds before an export shows progress; most exports finish earlier. */
const progressDelay = 1000

interface ExportButtonProps {
  /** Exports the list and reports the result. */
  onExport: () => Promise<void>
}

/** Export button of a list. It stays mounted and focused while the export runs. */
export function ExportButton({ onExport }: ExportButtonProps) {
  const [state, setState] = useState<'idle' | 'running' | 'slow'>('idle')
  const start = async () => {
    setState('running')
    const timer = setTimeout(() => setState('slow'), progressDelay)
    try {
      await onExport()
    } finally {
      clearTimeout(timer)
      setState('idle')
    }
  }
  const busy = state !== 'idle'
  return (
    <UnstyledButton
      className={classes['button'] ?? ''}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : () => void start()}
    >
      {state === 'slow' ? (
        <Loader size={15} aria-hidden="true" />
      ) : (
        <IconDownload size={15} stroke={1.8} aria-hidden="true" />
      )}
      {state === 'slow' ? 'Exportando…' : 'Exportar'}
    </UnstyledButton>
  )
}
