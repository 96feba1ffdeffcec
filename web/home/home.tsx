import { Button, Skeleton } from '@mantine/core'
import { fullStop } from '../../contract/full-stop.ts'
import { toAccessPage } from '../paths.ts'
import { ButtonLink } from '../links/button-link.tsx'
import { useMenuItems } from '../frame/menu-items.ts'
import { useSession } from '../session-state/session.ts'
import { MessageScreen } from '../ui/message-screen.tsx'
import { useFocusPageOnUnmount } from '../ui/use-focus-page-on-unmount.ts'
import { offlineSentence, useOffline } from '../ui/use-offline.ts'
import { FactorAdvice } from './factor-advice.tsx'
import { FirstSteps } from './first-steps.tsx'
import { LastChanges } from './last-changes.tsx'
import type { HomeResponse } from './todo-items.ts'
import { TodoList } from './todo-list.tsx'
import { SeatPlaces } from './seat-places.tsx'
import { SignInChart } from './sign-in-chart.tsx'
import { useHome } from './use-home.ts'
import classes from './home.module.css'

/**
 * Landing page of the console: tasks that need the user's attention, and the first steps of a new master user (portal.md
 * §2, decisions 43 and 72).
 */
export default function Home() {
  const { userData } = useSession()
  const home = useHome()
  const menuItems = useMenuItems()
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
        {home.isPending && <TodoSkeleton />}
        {home.isError && !home.data && <Unreadable onRetry={() => void home.refetch()} />}
        {home.data && <TodoList response={home.data} />}
        {home.data && <FactorAdvice response={home.data} />}
      </section>
      {home.data?.own.first_steps && <FirstSteps done={home.data.own.first_steps} />}
      {menuItems.length === 0 && !home.isPending && <NothingHere />}
      {home.data && <Overview response={home.data} />}
    </div>
  )
}

/**
 * Placeholder of the list. Nothing is shown below it until the response arrives, so that nothing moves when the list
 * takes its height.
 */
function TodoSkeleton() {
  return (
    <div className={classes['loading']}>
      {Array.from({ length: 4 }, (_, row) => (
        <Skeleton key={row} height={56} />
      ))}
    </div>
  )
}

function Unreadable({ onRetry }: { onRetry: () => void }) {
  const button = useFocusPageOnUnmount()
  const offline = useOffline()
  return (
    <div role="alert" className={classes['unreadable']}>
      <p>{offline ? offlineSentence : 'Não foi possível carregar o que precisa de você.'}</p>
      <Button ref={button} variant="default" onClick={onRetry}>
        Tentar novamente
      </Button>
    </div>
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
