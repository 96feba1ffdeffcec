import type { GivenUserProfile, UserProfile } from '../../../contract/user-profiles.ts'
import { prepare } from '../../api/api-request.ts'
import { previewCall } from '../../confirm-identity/call-with-preview.ts'
import { callConfirmed } from '../../confirm-identity/confirm-identity.ts'
import { describeEffectOnUsers } from '../../confirm-identity/describe-effect-on-users.ts'
import { periodConsequence } from '../../assignment-periods/assignment-period.ts'
import { countWords, type SelectedPeople } from './selected-people.ts'
import type { ManyWrite } from './use-many-write.ts'

interface ProfileChange<Row extends UserProfile = UserProfile> {
  people: SelectedPeople
  rows: Row[]
  /** Profile labels: 'Gestor - Numeração - Consulta'. */
  profiles: readonly string[]
}

/** Returns the parts that both writes need, for the users of these rows. */
function concerned({ people, rows }: ProfileChange) {
  const ids = new Set(rows.map(({ user_id }) => user_id))
  const found = [...people.values()].filter(({ id }) => ids.has(id))
  const count = countWords(found.length)
  return {
    count,
    changes: [{ count, names: found.map(({ name, email }) => `${name} (${email})`) }],
    idAt: (place: number) => rows[place]?.user_id,
  }
}

/** Gives a profile to all these users, or to none on a refusal. */
export function giveWrite(change: ProfileChange<GivenUserProfile>): ManyWrite {
  const { count, changes, idAt } = concerned(change)
  const { rows: body, profiles } = change
  return {
    doing: `Dando o perfil a ${count}…`,
    preview: () => previewCall(prepare('userProfileAdd', { body })),
    async send(effect) {
      const describe = `Dar o perfil ${profiles.join(', ')} a ${count}`
      const { consequence, danger } = describeEffectOnUsers(effect && [effect])
      const described = {
        describe,
        changes,
        danger,
        consequence: [consequence, periodConsequence(body)].filter(Boolean).join(' '),
      }
      await callConfirmed(described, 'userProfileAdd', { body })
      return `Perfil dado a ${count} com sucesso!`
    },
    failure: 'Erro inesperado, se o erro persistir contate o administrador do sistema.',
    idAt,
  }
}

/** Takes profiles from all these users, or from none on a refusal. */
export function takeWrite(change: ProfileChange): ManyWrite {
  const { count, changes, idAt } = concerned(change)
  const { rows: body, profiles } = change
  return {
    doing: `Retirando perfis de ${count}…`,
    preview: () => previewCall(prepare('userProfileRemove', { body })),
    async send(effect) {
      const describe = `Retirar de ${count}: ${profiles.join('; ')}`
      const described = {
        describe,
        changes,
        ...describeEffectOnUsers(effect && [effect]),
        danger: true,
      }
      await callConfirmed(described, 'userProfileRemove', { body })
      return `Perfis retirados de ${count} com sucesso!`
    },
    failure: 'Erro ao atualizar pefis!',
    idAt,
  }
}
