import { IconArrowRight, IconDoorEnter } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { toAccessPage, toScreen } from '../paths.ts'
import { ButtonLink } from '../links/button-link.tsx'
import { useMenuItems, type MenuItem } from '../frame/menu-items.ts'
import { useSession } from '../session-state/session.ts'
import { MessageScreen } from '../ui/message-screen.tsx'
import classes from './home.module.css'

/** The landing page of the console: what the person may do here (portal.md §2). */
export default function Home() {
  const { userData, company } = useSession()
  const items = useMenuItems()
  return (
    <div className={classes['home']}>
      <h1 className={classes['title']}>HOME</h1>
      {userData && (
        <p className={classes['greeting']}>{`Olá, ${firstName(userData.user.name)}.`}</p>
      )}
      {items.length > 0 ? (
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
      ) : (
        <NothingHere />
      )}
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
      icon={IconDoorEnter}
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
