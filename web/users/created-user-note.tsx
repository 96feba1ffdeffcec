import { useQuery } from '@tanstack/react-query'
import { fullStopAfter } from '../../contract/full-stop.ts'
import { searchOf } from '../../contract/list.ts'
import { queryOf } from '../api/query-of.ts'
import { CreatedNote } from '../list/created-note.tsx'
import { useCreated } from '../list/created.ts'
import { ButtonLink } from '../links/button-link.tsx'
import { toUserEditProfile, toUserRecord } from '../paths.ts'
import { useAllowedActions } from '../session-state/use-allowed-actions.ts'
import { useReplacedToast } from '../ui/use-replaced-toast.ts'

/** Success message after a user was created (console.md §8). */
export const userCreated = 'Usuário cadastrado com sucesso!'

/**
 * Says that a user was created, and offers the next step: to give a profile. If it does, it replaces the toast. Empty if
 * the creator cannot see the new user.
 */
export function CreatedUserNote() {
  const { email, complete = false } = useCreated() ?? {}
  const gives = useAllowedActions('/user-edit-profile')('update')
  return email !== undefined && <FoundUser email={email} offersProfile={gives && !complete} />
}

function FoundUser({ email, offersProfile }: { email: string; offersProfile: boolean }) {
  const body = { pagination: {}, filters: { email: searchOf(email) } }
  const { data } = useQuery(queryOf('userSearch', { body }))
  const user = data?.users.find((each) => each.email === email)
  useReplacedToast(offersProfile && user !== undefined)
  if (!user) return null
  const open = (
    <ButtonLink
      {...toUserRecord(user.id)}
      size="xs"
      variant="default"
      aria-label={`Abrir: ${user.name}`}
    >
      Abrir
    </ButtonLink>
  )
  return offersProfile ? (
    <CreatedNote
      label="Próximo passo"
      links={
        <>
          <ButtonLink {...toUserEditProfile(user.id)} size="xs">
            Dar perfil
          </ButtonLink>
          {open}
        </>
      }
    >
      {userCreated} Agora dê um perfil a <strong>{user.name}</strong>: sem perfil, ninguém entra em
      um módulo.
    </CreatedNote>
  ) : (
    <CreatedNote label="Recém-criado" saved={userCreated} links={open}>
      Recém-criado: <strong>{user.name}</strong>
      {fullStopAfter(user.name)}
    </CreatedNote>
  )
}
