import {
  IconAlertTriangle,
  IconCalendarDue,
  IconFileAlert,
  IconKey,
  IconLock,
  IconMailX,
  IconNetwork,
  IconPasswordUser,
  IconShieldCheck,
  IconTicket,
  IconUserOff,
  IconUserQuestion,
  IconUserShare,
  type Icon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { InviteAgainButton } from '../invitations/invite-again-button.tsx'
import { MoreSeatsLink } from '../plans/more-seats-link.tsx'
import { RecordLink, type RecordTarget } from '../links/record-link.tsx'
import { useSeesEveryCompany } from '../session-state/use-allowed-actions.ts'
import { type HomeResponse, type TodoItem, todoItems } from './todo-items.ts'
import classes from './todo-list.module.css'

const icons: Partial<Record<TodoItem['key'], Icon>> = {
  late_requests: IconAlertTriangle,
  due_requests: IconFileAlert,
  recoveries: IconShieldCheck,
  password: IconLock,
  delegation: IconUserShare,
  delegations: IconUserShare,
  tokens: IconKey,
  without_access: IconUserOff,
  invitations: IconUserQuestion,
  seats: IconTicket,
  networks: IconNetwork,
  messages: IconMailX,
  access_requests: IconKey,
  secrets: IconPasswordUser,
  audit_unsealed_since: IconAlertTriangle,
}

/** List of to-do items with links to their screens, or a note that there are none. */
export function TodoList({ response }: { response: HomeResponse }) {
  const items = todoItems(response, useSeesEveryCompany('/user-list'))
  if (items.length === 0) return <p className={classes['calm']}>Nada pede a sua atenção agora.</p>
  return (
    <ul className={classes['items']}>
      {items.map((item) => (
        <li key={item.key}>
          <TodoRow item={item} />
        </li>
      ))}
    </ul>
  )
}

function TodoRow({ item: { key, text, to, named, others, count } }: { item: TodoItem }) {
  const Icon = icons[key] ?? IconCalendarDue
  return (
    <>
      <Icon className={classes['icon'] ?? ''} size={18} stroke={1.7} aria-hidden="true" />
      <div>
        <p className={classes['text']}>
          <PlaceLink to={to}>{text}</PlaceLink>
          {key === 'invitations' && count !== undefined && <InviteAgainButton count={count} />}
        </p>
        {named.length > 0 && (
          <ul className={classes['named']} aria-label={text}>
            {named.map((one) => (
              <li key={one.key}>
                <PlaceLink to={one.to}>{one.name}</PlaceLink>
                {one.note !== undefined && (
                  <>
                    {' '}
                    <span className={classes['note']}>{`(${one.note})`}</span>
                  </>
                )}
                {one.place && (
                  <span className={classes['act']}>
                    <MoreSeatsLink place={one.place} />
                  </span>
                )}
              </li>
            ))}
            {others !== undefined && (
              <li>
                <PlaceLink to={to}>{others}</PlaceLink>
              </li>
            )}
          </ul>
        )}
      </div>
    </>
  )
}

/** Link to a screen; plain text without a target or without permission to open it. */
function PlaceLink({ to, children }: { to: RecordTarget | undefined; children: ReactNode }) {
  if (!to) return children
  return (
    <RecordLink inline {...to}>
      {children}
    </RecordLink>
  )
}
