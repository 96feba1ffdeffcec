import { ActionIcon, TextInput } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { CopyTool } from '../ui/copy-tool.tsx'
import classes from './secret-management.module.css'

/** Read-only, masked secret with buttons that show and copy it (console.md §2). */
export function SecretField({ secret }: { secret: string }) {
  const [shown, setShown] = useState(false)
  const Eye = shown ? IconEyeOff : IconEye
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
          <ActionIcon
            data-allow-clipboard
            variant="subtle"
            color="gray"
            size={32}
            aria-label={shown ? 'Ocultar secret' : 'Mostrar secret'}
            onClick={() => setShown(!shown)}
          >
            <Eye size={17} stroke={1.7} aria-hidden="true" />
          </ActionIcon>
          <CopyTool text={secret} label="Copiar secret" copiedLabel="Secret copiada" />
        </span>
      }
    />
  )
}
