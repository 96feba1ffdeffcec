import { ActionIcon, TextInput } from '@mantine/core'
import { IconCheck, IconCopy, IconEye, IconEyeOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { notify } from '../ui/notify.ts'
import classes from './secret-management.module.css'

/** Milliseconds that the copy button shows a tick after a copy (console.md §9). */
const copiedFor = 1000

/** A secret, read-only and masked, with an eye and a copy button (console.md §2). */
export function SecretField({ secret }: { secret: string }) {
  const [shown, setShown] = useState(false)
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), copiedFor)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      setCopied(true)
      notify.success('Copiado para a área de transferência')
    } catch (error) {
      // The browser may not allow it; the secret can still be read.
      console.warn(error)
      notify.error('Não foi possível copiar.')
    }
  }

  return (
    <TextInput
      label="Secret"
      className={classes['secret'] ?? ''}
      type={shown ? 'text' : 'password'}
      value={secret}
      readOnly
      autoComplete="off"
      rightSectionWidth={76}
      rightSection={
        <span className={classes['tools']}>
          <Tool
            icon={shown ? IconEyeOff : IconEye}
            label={shown ? 'Ocultar secret' : 'Mostrar secret'}
            onPress={() => setShown(!shown)}
          />
          <Tool
            icon={copied ? IconCheck : IconCopy}
            label={copied ? 'Secret copiada' : 'Copiar secret'}
            onPress={() => void copy()}
          />
        </span>
      }
    />
  )
}

interface ToolProps {
  icon: typeof IconEye
  label: string
  onPress: () => void
}

function Tool({ icon: Icon, label, onPress }: ToolProps) {
  return (
    <ActionIcon
      data-allow-clipboard
      variant="subtle"
      color="gray"
      size={32}
      aria-label={label}
      onClick={onPress}
    >
      <Icon size={17} stroke={1.7} aria-hidden="true" />
    </ActionIcon>
  )
}
