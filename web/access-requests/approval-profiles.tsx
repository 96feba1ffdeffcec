import { useId } from 'react'
import type { AccessRequestDetails } from '../../contract/access-requests.ts'
import type { ApprovableProfile } from './approval.ts'
import classes from './request-form.module.css'

interface ApprovalProfilesProps {
  request: AccessRequestDetails
  chosen: ApprovableProfile | undefined
  error: string | undefined
  onChoose: (profile: ApprovableProfile) => void
}

/** Choice of the profile, with the number of colleagues who hold each. */
export function ApprovalProfiles({ request, chosen, error, onChoose }: ApprovalProfilesProps) {
  const errorId = useId()
  return (
    <fieldset
      className={classes['choices']}
      data-wrong={error !== undefined || undefined}
      aria-describedby={errorId}
    >
      <legend>Perfil</legend>
      <div className={classes['options']}>
        {request.profiles.map((profile) => (
          <label key={profile.id}>
            <input
              type="radio"
              name="profile"
              checked={profile.id === chosen?.id}
              onChange={() => onChoose(profile)}
            />
            <span>
              {profile.name}
              <small>{detailOf(profile)}</small>
            </span>
          </label>
        ))}
      </div>
      <p id={errorId} className={classes['error']}>
        {error}
      </p>
    </fieldset>
  )
}

function detailOf({ holders, master_profile }: ApprovableProfile): string {
  const held =
    holders === 0
      ? 'Ninguém mais da empresa tem'
      : holders === 1
        ? '1 colega tem'
        : `${holders.toLocaleString('pt-BR')} colegas têm`
  return master_profile ? `${held} · perfil de usuário master` : held
}
