import { IconMapQuestion } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { MessageScreen } from '../ui/message-screen.tsx'
import { isScreenPath } from '../session-state/screen-path.ts'
import { HomeLinks } from './home-links.tsx'

/** Shown for a URL without a route. */
export function NotFoundScreen() {
  const planned = useLocation({ select: ({ pathname }) => isScreenPath(pathname) })
  return (
    <MessageScreen sign={IconMapQuestion} title="Página não encontrada" actions={<HomeLinks />}>
      {planned ? (
        <p>Esta tela ainda não está disponível nesta versão.</p>
      ) : (
        <p>O endereço não existe ou mudou de lugar. Confira se ele foi digitado corretamente.</p>
      )}
    </MessageScreen>
  )
}
