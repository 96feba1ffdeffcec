import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { notify } from './notify.ts'

/** Milliseconds that the button shows a tick after a copy (console.md §9). */
const copiedFor = 1000

interface CopyToolProps {
  text: string
  /** What the button is called: 'Copiar secret'. */
  label: string
  /** What it is called as long as it shows the tick. */
  copiedLabel: string
  onCopied?: () => void
}

/** The copy button at the end of a field that is only read. */
export function CopyTool({ text, label, copiedLabel, onCopied }: CopyToolProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), copiedFor)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      notify.success('Copiado para a área de transferência')
      onCopied?.()
    } catch (error) {
      // The browser may not allow it; the text can still be read.
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
