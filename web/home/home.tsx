import { Button, Skeleton } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { fullStop } from '../../contract/full-stop.ts'
import { toAccessPage, toScreen } from '../paths.ts'
import { ButtonLink } from '../links/button-link.tsx'
import { useMenuItems, type MenuItem } from '../frame/menu-items.ts'
import { useSession } from '../session-state/session.ts'
import { MessageScreen } from '../ui/message-screen.tsx'
import { useFocusPageOnUnmount } from '../ui/use-focus-page-on-unmount.ts'
import { LastChanges } from './last-changes.tsx'
import type { HomeResponse } from './todo-items.ts'
import { TodoList } from './todo-list.tsx'
import { SeatPlaces } from './seat-places.tsx'
import { SignInChart } from './sign-in-chart.tsx'
import { useHome } from './use-home.ts'
import classes from './home.module.css'

/** Landing page of the console: tasks that need the user's attention, and shortcuts (portal.md §2, decision 43). */
export default function Home() {
  const { userData } = useSession()
  const home = useHome()
  return (
    <div className={classes['home']}>
      <h1 className={classes['title']}>HOME</h1>
      {userData && (
        <p className={classes['greeting']}>{fullStop(`Olá, ${firstName(userData.user.name)}`)}</p>
      )}
      <section
        className={classes['needs']}
        aria-labelledby="precisa-de-voce"
        aria-busy={home.isPending}
      >
        <h2 id="precisa-de-voce">O que precisa de você</h2>
        {home.isPending && <Skeleton height={44} />}
        {home.isError && !home.data && <Unreadable onRetry={() => void home.refetch()} />}
        {home.data && <TodoList response={home.data} />}
      </section>
      {/* Shown only below the loaded list, which would otherwise push them down. */}
      {!home.isPending && <Shortcuts />}
      {home.data && <Overview response={home.data} />}
    </div>
  )
}

function Unreadable({ onRetry }: { onRetry: () => void }) {
  const button = useFocusPageOnUnmount()
  return (
    <div role="alert" className={classes['unreadable']}>
      <p>Não foi possível carregar o que precisa de você.</p>
      <Button ref={button} variant="default" onClick={onRetry}>
        Tentar novamente
      </Button>
    </div>
  )
}

function Shortcuts() {
  const { company } = useSession()
  const items = useMenuItems()
  if (items.length === 0) return <NothingHere />
  return (
    <>
      <p className={classes['lead']}>
        {company === null
          ? 'Escolha por onde começar.'
          : `Você está em ${company} — escolha por onde começar.`}
      </p>
      <ul className={classes['shortcuts']}>
        {items.map((item) => (
          <Shortcut key={item.path} {...item} />
        ))}
      </ul>
    </>
  )
}

/** Overview for users who manage others. */
function Overview({ response: { sign_ins: days, seats, changes } }: { response: HomeResponse }) {
  if (!days && !seats && changes.length === 0) return null
  return (
    <div className={classes['overview']}>
      {days && <SignInChart days={days} />}
      {seats && <SeatPlaces places={seats.places} />}
      <LastChanges changes={changes} />
    </div>
  )
}

const firstName = (name: string) => name.split(' ', 1).join('')

function Shortcut({ path, label, purpose, icon: Icon }: MenuItem) {
  return (
    <li className={classes['shortcut']}>
      <span className={classes['icon']}>
        <Icon size={20} stroke={1.7} aria-hidden="true" />
      </span>
      <span>
        <Link {...toScreen(path)} className={classes['label']}>
          {label}
        </Link>
        <span className={classes['purpose']}>{purpose}</span>
      </span>
      <IconArrowRight className={classes['arrow']} size={16} stroke={1.8} aria-hidden="true" />
    </li>
  )
}

function NothingHere() {
  return (
    <MessageScreen
      sign="closed"
      title="Escolha uma empresa e um módulo"
      headingLevel="h2"
      actions={<ButtonLink {...toAccessPage()}>Ir para a página de acesso</ButtonLink>}
    >
      <p>
        Você ainda não entrou neste console por uma empresa, ou o seu perfil não tem funções nele.
      </p>
    </MessageScreen>
  )
}
