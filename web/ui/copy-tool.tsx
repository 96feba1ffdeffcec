import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { notify } from './notify.ts'

/** Milliseconds for which the button shows a tick after a copy (console.md §9). */
const copiedDuration = 1000

interface CopyToolProps {
  text: string
  /** Accessible name: 'Copiar secret'. */
  label: string
  /** Accessible name while the tick is shown. */
  copiedLabel: string
  onCopied?: () => void
}

/** Copy button at the end of a read-only field. */
export function CopyTool({ text, label, copiedLabel, onCopied }: CopyToolProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), copiedDuration)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      notify.success('Copiado para a área de transferência')
      onCopied?.()
    } catch (error) {
      // The browser may deny clipboard access; the text is still readable.
      console.warn(error)
      notify.error('Não foi possível copiar.')
    }
  }
  const Icon = copied ? IconCheck : IconCopy
  return (
    <ActionIcon
      data-allow-clipboard
      variant="subtle"
      color="gray"
      size={32}
      aria-label={copied ? copiedLabel : label}
      onClick={() => void copy()}
    >
      <Icon size={17} stroke={1.7} aria-hidden="true" />
    </ActionIcon>
  )
}
