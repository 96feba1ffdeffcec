import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { queriesOf } from '../api/query-of.ts'
import { callWithPreview } from '../confirm-identity/call-with-preview.ts'
import { showRefusal } from '../form/show-refusal.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import type { AssignedProfile } from './change-period.ts'
import { userProfileRefusals } from './user-profile-refusals.ts'

interface RestoreProfilesProps {
  userName: string
  /** Suspended assignments of the user. */
  assigned: readonly AssignedProfile[]
  label?: string
}

/**
 * Button that restores assignments which an access review has suspended, with one confirmation. They get the end again
 * that they had before (decision 104).
 */
export function RestoreProfiles({ userName, assigned, label = 'Restaurar' }: RestoreProfilesProps) {
  const queries = useQueryClient()
  const [first, ...others] = assigned
  const what = others.length === 0 ? `o perfil ${first?.profile.name}` : `${assigned.length} perfis`
  const restore = useRecordAction({
    write: () =>
      callWithPreview(
        {
          describe: `Restaurar ${what} de ${userName}`,
          consequence: 'O acesso volta a valer com o prazo que tinha antes da suspensão.',
        },
        'userProfileAdd',
        {
          body: assigned.map(({ user_id, profile_id, company_id, spid }) => ({
            user_id,
            profile_id,
            company_id,
            spid,
          })),
        },
      ),
    done: 'Acesso restaurado com sucesso!',
    onDone: () => {
      for (const read of ['userProfileGet', 'userProfileOffers', 'userProfileWhy'] as const)
        void queries.invalidateQueries(queriesOf(read))
    },
    showProblem: (problem) => showRefusal(problem, userProfileRefusals(problem.code, true)),
  })
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={restore.busy}
      aria-label={others.length === 0 ? `Restaurar ${first?.profile.name}` : undefined}
      onClick={() => restore.start()}
    >
      {label}
    </Button>
  )
}
