import { Button, VisuallyHidden } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSyncExternalStore, type ReactNode } from 'react'
import { helpPages, type HelpPage } from '../../contract/help-pages.ts'
import { RecordLink, type RecordTarget } from '../links/record-link.tsx'
import { toHelp, toMasterDelegation, toUserCreate, toUserList } from '../paths.ts'
import { storage } from '../storage.ts'
import type { HomeResponse } from './todo-items.ts'
import classes from './first-steps.module.css'

type Steps = NonNullable<HomeResponse['own']['first_steps']>

interface Step {
  key: keyof Steps
  text: string
  purpose: string
  to?: RecordTarget
  help: HelpPage
}

const steps: readonly Step[] = [
  {
    key: 'spid',
    text: 'SPIDs da empresa',
    purpose: 'São cadastrados pela associação, se a sua empresa usa algum.',
    help: '/ajuda/pagina-de-acesso',
  },
  {
    key: 'person',
    text: 'Cadastre a primeira pessoa',
    purpose: 'Ela recebe um convite por e-mail e escolhe a própria senha.',
    to: toUserCreate(),
    help: '/ajuda/cadastrar-pessoa',
  },
  {
    key: 'profile',
    text: 'Dê o primeiro perfil',
    purpose: 'O perfil diz em que módulo a pessoa entra e o que faz nele.',
    to: toUserList(),
    help: '/ajuda/perfis',
  },
  {
    key: 'delegation',
    text: 'Deixe alguém no seu lugar',
    purpose: 'Delegue o perfil master por um período, para férias e ausências.',
    to: toMasterDelegation(),
    help: '/ajuda/delegar',
  },
]

/** Whether any step is left that the user can take. SPIDs are created by the association. */
const isOpen = (done: Steps): boolean => steps.some(({ key, to }) => to !== undefined && !done[key])

/** First steps of a new master user, shown until they are done. The user can hide them in this browser. */
export function FirstSteps({ done }: { done: Steps }): ReactNode {
  const hidden =
    useSyncExternalStore(storage.subscribe, () => storage.get('first_steps')) === 'hidden'
  if (!isOpen(done)) return null
  return (
    <section className={classes['card']} aria-labelledby="comece-por-aqui">
      <header>
        <h2 id="comece-por-aqui">Comece por aqui</h2>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={!hidden}
          onClick={() => storage.set('first_steps', hidden ? 'shown' : 'hidden')}
        >
          {hidden ? 'Mostrar' : 'Ocultar'}
        </Button>
      </header>
      {!hidden && (
        <ol>
          {steps.map(({ key, text, purpose, to, help }) => (
            <li key={key} data-done={done[key] || undefined}>
              {done[key] ? (
                <IconCircleCheckFilled size={20} aria-hidden="true" />
              ) : (
                <IconCircle size={20} stroke={1.7} aria-hidden="true" />
              )}
              <div>
                <p className={classes['text']}>
                  <VisuallyHidden>{done[key] ? 'Feito: ' : 'A fazer: '}</VisuallyHidden>
                  {to && !done[key] ? (
                    <RecordLink inline {...to}>
                      {text}
                    </RecordLink>
                  ) : (
                    text
                  )}
                </p>
                <p className={classes['purpose']}>
                  {`${purpose} `}
                  <Link {...toHelp(help)} className={classes['help']}>
                    {`Ajuda: ${helpPages[help]}`}
                  </Link>
                </p>
              </div>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
