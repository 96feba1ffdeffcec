import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { searchOf } from '../../contract/list.ts'
import { queryOf } from '../api/query-of.ts'
import { ButtonLink } from '../links/button-link.tsx'
import { toUserEditProfile } from '../paths.ts'
import { useAllowedActions } from '../session-state/use-allowed-actions.ts'
import { notify } from '../ui/notify.ts'
import classes from './created-note.module.css'
import { userCreated } from './user-values.ts'

/**
 * Confirms that a user was created, in place of the toast, and offers the next step: to give a profile. Empty if the
 * creator may not give profiles or cannot see the new user; the toast then stays.
 */
export function CreatedNote() {
  const email = useLocation({ select: ({ state }) => state.createdEmail })
  const gives = useAllowedActions('/user-edit-profile')('update')
  return email !== undefined && gives && <NextStep email={email} />
}

function NextStep({ email }: { email: string }) {
  const navigate = useNavigate({ from: '/user-list' })
  const body = { pagination: {}, filters: { email: searchOf(email) } }
  const { data } = useQuery(queryOf('userSearch', { body }))
  const user = data?.users.find((each) => each.email === email)
  const shown = user !== undefined
  useEffect(() => {
    if (shown) notify.clear()
  }, [shown])
  return (
    user && (
      <section className={classes['note']} aria-label="Próximo passo">
        <p>
          {userCreated} Agora dê um perfil a <strong>{user.name}</strong>: sem perfil, ninguém entra
          em um módulo.
        </p>
        <ButtonLink {...toUserEditProfile(user.id)} size="xs">
          Dar perfil
        </ButtonLink>
        <Button
          size="xs"
          variant="subtle"
          onClick={() => {
            // The button disappears with the note, so the main element takes the focus.
            document.querySelector<HTMLElement>('main')?.focus()
            void navigate({ search: (before) => before, replace: true, resetScroll: false })
          }}
        >
          Agora não
        </Button>
      </section>
    )
  )
}
