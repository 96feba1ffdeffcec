import { Alert } from '@mantine/core'
import { IconArrowGuide } from '@tabler/icons-react'
import { screens } from '../../contract/screens.ts'
import { isScreenPath } from '../session-state/screen-path.ts'

/** Explains why a user who requested a console URL sees the access page, and what to do (decision 24). */
export function ReturnToNotice({ address }: { address: string }) {
  const [path = ''] = address.split('?', 1)
  const name = isScreenPath(path) ? screens[path].name : 'a página'
  return (
    <Alert icon={<IconArrowGuide size={18} stroke={1.7} aria-hidden="true" />} mb="md">
      Para abrir <strong>{name}</strong>, escolha a empresa e acesse Gestão de Acesso.
    </Alert>
  )
}
