import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/query-of.ts'
import { RecordCard } from '../form/record-parts.tsx'
import { RelatedLink } from '../links/related-link.tsx'
import { toProfileEditFunction } from '../paths.ts'
import { useEndedSession } from '../session-state/use-ended-session.ts'
import { ListNote, ListUnreadable } from '../ui/list-note.tsx'
import classes from './profile-functions.module.css'

interface HeldFunction {
  id: number
  name: string
  active: boolean
  actions: { id: number; name: string; active: boolean }[]
}

/** The functions of a profile with its actions, in the order of the module. Undefined while they load. */
export function useProfileFunctions(profileId: number, enabled: boolean) {
  const id = String(profileId)
  const choices = useQuery({
    ...queryOf('profileConsultModule', { params: { profileId: id } }),
    enabled,
  })
  const held = useQuery({ ...queryOf('profileFunctionList', { params: { id } }), enabled })
  useEndedSession(choices.error ?? held.error)
  const actionsOf = new Map(held.data?.functions.map((each) => [each.id, new Set(each.actions)]))
  const functions: HeldFunction[] | undefined =
    held.data &&
    choices.data?.functions.flatMap(({ id: functionId, name, active, actions }) => {
      const own = actionsOf.get(functionId)
      return own
        ? [{ id: functionId, name, active, actions: actions.filter((each) => own.has(each.id)) }]
        : []
    })
  return {
    functions,
    failed: choices.isError || held.isError,
    onRetry: () => void Promise.all([choices.refetch(), held.refetch()]),
  }
}

interface ProfileFunctionsProps {
  profileId: number
  state: ReturnType<typeof useProfileFunctions>
  /** The user may change the functions. */
  writable: boolean
}

/** Tab of a profile's record with its functions and actions. */
export function ProfileFunctions({ profileId, state, writable }: ProfileFunctionsProps) {
  const { functions, failed, onRetry } = state
  return (
    <RecordCard
      id="funcoes"
      title="Funções e ações"
      action={
        writable && <RelatedLink {...toProfileEditFunction(profileId)}>Alterar funções</RelatedLink>
      }
    >
      {failed && <ListUnreadable onRetry={onRetry} />}
      {!failed && !functions && <Skeleton height={320} />}
      {functions && functions.length > 0 && (
        <ul className={classes['functions']} aria-label="Funções e ações">
          {functions.map(({ id, name, active, actions }) => (
            <li key={id}>
              <strong>
                {name}
                {!active && ' (inativa)'}
              </strong>
              <span>
                {actions.length === 0
                  ? 'Nenhuma ação'
                  : actions
                      .map((each) => (each.active ? each.name : `${each.name} (inativa)`))
                      .join(', ')}
              </span>
            </li>
          ))}
        </ul>
      )}
      <ListNote>{functions?.length === 0 && 'Este perfil ainda não tem funções.'}</ListNote>
    </RecordCard>
  )
}
