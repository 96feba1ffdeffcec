import { fullStop } from '../../../contract/full-stop.ts'
import { prepare } from '../../api/api-request.ts'
import { previewCall } from '../../confirm-identity/call-with-preview.ts'
import { callConfirmed } from '../../confirm-identity/confirm-identity.ts'
import { describeEffectOnUsers } from '../../confirm-identity/describe-effect-on-users.ts'
import { inviteAgain } from '../../invitations/invite-again.ts'
import { formatNumber } from '../../ui/format-number.ts'
import type { UserRow } from '../user-columns.tsx'
import { countWords, withStatus, type SelectedPeople } from './selected-people.ts'
import type { ManyWrite } from './use-many-write.ts'

/**
 * Returns the parts that every write on many users needs: the ids, count, names and changes of the selected users who
 * have one of these statuses. Other selected users are not changed.
 */
function partsOf(selected: SelectedPeople, statuses: readonly UserRow['status'][]) {
  const people = withStatus(selected, statuses)
  const user_id = [...people.keys()]
  const names = [...people.values()].map(({ name, email }) => `${name} (${email})`)
  const count = countWords(user_id.length)
  return {
    user_id,
    count,
    about: withOthers(count, selected.size - people.size),
    changes: [{ count, names }],
    idAt: (place: number) => user_id[place],
  }
}

/** Blocks all selected active users, or none on a refusal. */
export function blockWrite(people: SelectedPeople): ManyWrite {
  const { user_id, count, about, changes, idAt } = partsOf(people, [2])
  const body = { user_id, block: true }
  return {
    doing: `Bloqueando ${count}…`,
    preview: () => previewCall(prepare('userBlockMany', { body })),
    async send(effect) {
      const described = {
        question: 'Deseja mesmo bloquear os usuários selecionados?',
        describe: `Bloquear ${about}`,
        consequence: `${blocked} ${describeEffectOnUsers(effect && [effect]).consequence}`,
        changes,
        danger: true,
      }
      const done = await callConfirmed(described, 'userBlockMany', { body })
      return resultText(done.user_id.length, 'bloqueado')
    },
    failure: 'Erro ao bloquear usuários!',
    idAt,
  }
}

/** Unblocks all selected blocked users, or none on a refusal. */
export function unblockWrite(people: SelectedPeople): ManyWrite {
  const { user_id, count, about, changes, idAt } = partsOf(people, [3])
  const body = { user_id, block: false }
  return {
    doing: `Desbloqueando ${count}…`,
    preview: () => previewCall(prepare('userBlockMany', { body })),
    async send(effect) {
      const described = {
        question: 'Deseja mesmo desbloquear os usuários selecionados?',
        describe: `Desbloquear ${about}`,
        consequence: describeEffectOnUsers(effect && [effect]).consequence,
        changes,
      }
      const done = await callConfirmed(described, 'userBlockMany', { body })
      return resultText(done.user_id.length, 'desbloqueado')
    },
    failure: 'Erro ao desbloquear usuários!',
    idAt,
  }
}

/** Deletes all selected users, or none on a refusal. */
export function deleteWrite(people: SelectedPeople): ManyWrite {
  const { user_id, count, about, changes, idAt } = partsOf(people, [2, 3])
  const body = { user_id }
  return {
    doing: `Excluindo ${count}…`,
    preview: () => previewCall(prepare('userDeleteMany', { body })),
    async send(effect) {
      const described = {
        question: 'Deseja realmente excluir os usuários selecionados?',
        describe: `Excluir ${about}`,
        consequence: `${deleted} ${describeEffectOnUsers(effect && [effect]).consequence}`,
        changes,
        danger: true,
      }
      const done = await callConfirmed(described, 'userDeleteMany', { body })
      return resultText(done.user_id.length, 'excluído')
    },
    failure: 'Erro ao excluir usuários!',
    idAt,
  }
}

/** Resends the invitations of all selected users who have not signed in yet, or none on a refusal. */
export function inviteWrite(people: SelectedPeople): ManyWrite {
  const invited = invitedAmong(people)
  return {
    doing: `Reenviando o convite a ${countWords(invited.length)}…`,
    // An invitation does not change any access.
    preview: () => Promise.resolve(undefined),
    send: () => inviteAgain(invited),
    failure: 'Erro ao reenviar convites!',
    idAt: (place) => invited[place]?.id,
  }
}

/** Returns the selected active users who have not signed in yet. */
export const invitedAmong = (people: SelectedPeople): UserRow[] =>
  [...people.values()].filter(({ status, invited }) => status === 2 && invited)

/** Appends the number of selected users who are not changed. */
function withOthers(written: string, others: number): string {
  if (others === 0) return written
  return others === 1
    ? `${fullStop(written)} O outro selecionado fica como está.`
    : `${fullStop(written)} Os outros ${formatNumber(others)} selecionados ficam como estão.`
}

/**
 * Returns the success message: 'Nenhum usuário precisava ser bloqueado.', '1 usuário bloqueado com sucesso!', '12
 * usuários bloqueados com sucesso!'
 */
function resultText(count: number, participle: string): string {
  if (count === 0) return `Nenhum usuário precisava ser ${participle}.`
  return `${countWords(count)} ${participle}${count === 1 ? '' : 's'} com sucesso!`
}

const blocked =
  'As sessões deles terminam na mesma hora, e ninguém deles entra até ser desbloqueado. Vale para todos ou para nenhum.'
const deleted =
  'As sessões deles terminam na mesma hora. Os perfis ficam guardados e voltam se forem ativados. Vale para todos ou para nenhum.'
