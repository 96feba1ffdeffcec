import { Loader, UnstyledButton } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './export-button.module.css'

/** Milliseconds after which an export says that it is at work; most are done before. */
const quick = 1000

interface ExportButtonProps {
  /** Exports what is listed, and tells how that ended. */
  onExport: () => Promise<void>
}

/** Exports a list. While it does, the button stays where it is, with the focus of whoever pressed it. */
export function ExportButton({ onExport }: ExportButtonProps) {
  const [state, setState] = useState<'idle' | 'begun' | 'long'>('idle')
  const start = async () => {
    setState('begun')
    const timer = setTimeout(() => setState('long'), quick)
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
      {state === 'long' ? (
        <Loader size={15} aria-hidden="true" />
      ) : (
        <IconDownload size={15} stroke={1.8} aria-hidden="true" />
      )}
      {state === 'long' ? 'Exportando…' : 'Exportar'}
    </UnstyledButton>
  )
}
