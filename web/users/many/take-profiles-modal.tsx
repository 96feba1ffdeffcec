import { Button, Group, MultiSelect } from '@mantine/core'
import { useRef, useState } from 'react'
import { fullStop } from '../../../contract/full-stop.ts'
import type { ManyOffers } from '../../../contract/many-user-profiles.ts'
import { userProfilesMax } from '../../../contract/limits.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { dangerFilled } from '../../ui/danger.ts'
import { selectFirstOption } from '../../ui/select-first-option.ts'
import { useFirstFocus } from '../../ui/use-first-focus.ts'
import classes from './selection-bar.module.css'
import { heldOptions, peopleWords, rowsToTake } from './profile-choice.ts'
import { takeWrite } from './profile-writes.ts'
import { OffersModal } from './offers-modal.tsx'
import { namesOf, type SelectedPeople } from './selected-people.ts'
import type { ManyWrite } from './use-many-write.ts'

interface TakeProfilesModalProps {
  people: SelectedPeople
  onTake: (write: ManyWrite) => void
  onClose: () => void
}

/** Modal for selecting profiles to take from the selected users who hold them. */
export function TakeProfilesModal(props: TakeProfilesModalProps) {
  return (
    <OffersModal
      title="Retirar perfis dos usuários selecionados"
      people={props.people}
      onClose={props.onClose}
    >
      {(offers) => <TakeFields {...props} offers={offers} />}
    </OffersModal>
  )
}

function TakeFields({
  offers,
  people,
  onTake,
  onClose,
}: TakeProfilesModalProps & { offers: ManyOffers }) {
  const form = useRef<HTMLFormElement>(null)
  // The dialog focuses its first field when it opens, but these fields are rendered later.
  useFirstFocus(form, true)
  const [values, setValues] = useState<readonly string[]>([])
  const options = heldOptions(offers)
  const rows = rowsToTake(offers, values)
  const losing = [...new Set(rows.map(({ user_id }) => user_id))]
  const tooMany = rows.length > userProfilesMax
  const ready = rows.length > 0 && !tooMany
  if (options.length === 0) return <p>Ninguém da seleção tem perfis que você possa retirar.</p>
  return (
    <form
      ref={form}
      className={classes['choice']}
      onSubmit={(event) => {
        event.preventDefault()
        const profiles = options.filter(({ value }) => values.includes(value))
        if (ready) onTake(takeWrite({ people, rows, profiles: profiles.map(({ label }) => label) }))
      }}
    >
      <MultiSelect
        label="Perfis"
        data={options}
        value={[...values]}
        onChange={setValues}
        searchable
        openOnFocus={false}
        onKeyDown={(event) => selectFirstOption(event)}
        limit={50}
        {...(values.length === 0 && { placeholder: 'Selecione' })}
        nothingFoundMessage="Nenhum perfil encontrado."
      />
      <output className={classes['summary']} aria-label="O que será feito">
        {losing.length > 0 &&
          fullStop(
            `${peopleWords(losing.length)} ${losing.length === 1 ? 'perde' : 'perdem'} o que foi escolhido: ${namesOf(losing.flatMap((id) => people.get(id) ?? []))}`,
          )}
      </output>
      <div role="alert" className={classes['refusal']}>
        {tooMany && (
          <p>
            São no máximo {formatNumber(userProfilesMax)} atribuições por vez: escolha menos perfis
            ou menos pessoas.
          </p>
        )}
      </div>
      <Group justify="flex-end" gap="sm">
        <Button type="submit" className={dangerFilled} disabled={!ready}>
          Retirar perfis
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
      </Group>
    </form>
  )
}
