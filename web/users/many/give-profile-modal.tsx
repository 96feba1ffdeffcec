import { Button, Checkbox, Group, Select } from '@mantine/core'
import { useRef, useState } from 'react'
import { fullStop } from '../../../contract/full-stop.ts'
import type { ManyOffers } from '../../../contract/many-user-profiles.ts'
import { userProfilesMax } from '../../../contract/limits.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { selectFirstOption } from '../../ui/select-first-option.ts'
import { useFirstFocus } from '../../ui/use-first-focus.ts'
import classes from './selection-bar.module.css'
import {
  daysErrors,
  noPeriod,
  takesPeriod,
  type PeriodErrors,
} from '../../assignment-periods/assignment-period.ts'
import { PeriodFields } from '../../assignment-periods/period-fields.tsx'
import {
  companyOptions,
  effectOfGiving,
  peopleWords,
  profileOptions,
  termOfProfile,
} from './profile-choice.ts'
import { giveWrite } from './profile-writes.ts'
import { OffersModal } from './offers-modal.tsx'
import { namesOf, type SelectedPeople } from './selected-people.ts'
import type { ManyWrite } from './use-many-write.ts'

interface GiveProfileModalProps {
  people: SelectedPeople
  onGive: (write: ManyWrite) => void
  onClose: () => void
}

/** Modal for selecting a profile, company and SPIDs to give to all selected users. */
export function GiveProfileModal(props: GiveProfileModalProps) {
  return (
    <OffersModal
      title="Dar perfil aos usuários selecionados"
      people={props.people}
      onClose={props.onClose}
    >
      {(offers) => <GiveFields {...props} offers={offers} />}
    </OffersModal>
  )
}

/** The option for the whole company, with all its SPIDs. */
const whole = ''

function GiveFields({
  offers,
  people,
  onGive,
  onClose,
}: GiveProfileModalProps & { offers: ManyOffers }) {
  const form = useRef<HTMLFormElement>(null)
  // The dialog focuses its first field when it opens, but these fields are rendered later.
  useFirstFocus(form, true)
  const companies = companyOptions(offers)
  const [company, setCompany] = useState(companies.length === 1 ? companies[0]?.value : undefined)
  const [profile, setProfile] = useState<string | null>(null)
  const [spids, setSpids] = useState<readonly string[]>([whole])
  const [period, setPeriod] = useState(noPeriod)
  const [errors, setErrors] = useState<PeriodErrors>({})
  const [replaces, setReplaces] = useState(false)
  const profiles = company === undefined ? [] : profileOptions(offers, Number(company))
  const companySpids = offers.companies.find(({ id }) => String(id) === company)?.spids ?? []
  const chosen = profiles.find(({ value }) => value === profile)
  const daysMax = chosen ? termOfProfile(offers, Number(company), Number(chosen.value)) : null
  const effect =
    company !== undefined && chosen
      ? effectOfGiving(offers, [...people.keys()], {
          companyId: Number(company),
          profileId: Number(chosen.value),
          spids: spids.map((spid) => (spid === whole ? null : spid)),
          period,
          replaces,
        })
      : undefined
  const tooMany = effect !== undefined && effect.rows.length > userProfilesMax
  const full = effect?.seats && effect.seats.needed > effect.seats.free ? effect.seats : undefined
  const ready = effect !== undefined && effect.rows.length > 0 && !tooMany && !full

  if (companies.length === 0)
    return (
      <p>
        Não há perfis para dar a estas pessoas: elas precisam trabalhar para uma empresa ativa, com
        um plano.
      </p>
    )
  return (
    <form
      ref={form}
      className={classes['choice']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const found = daysErrors(period, { daysMax })
        setErrors(found)
        if (ready && chosen && Object.keys(found).length === 0)
          onGive(giveWrite({ people, rows: effect.rows, profiles: [chosen.label] }))
      }}
    >
      <Select
        label="Empresa"
        placeholder="Selecione"
        data={companies}
        value={company ?? null}
        searchable
        openOnFocus={false}
        onKeyDown={(event) => selectFirstOption(event)}
        limit={50}
        nothingFoundMessage="Nenhuma empresa encontrada."
        onChange={(value) => {
          setCompany(value ?? undefined)
          setProfile(null)
          setSpids([whole])
        }}
      />
      <Select
        label="Perfil"
        placeholder={company === undefined ? 'Escolha antes a empresa' : 'Selecione'}
        disabled={company === undefined}
        data={profiles}
        value={chosen ? profile : null}
        searchable
        openOnFocus={false}
        onKeyDown={(event) => selectFirstOption(event)}
        limit={50}
        nothingFoundMessage="Nenhum perfil encontrado."
        onChange={setProfile}
      />
      {companySpids.length > 0 && (
        <Checkbox.Group label="SPIDs" value={[...spids]} onChange={setSpids}>
          <div className={classes['spids']}>
            <Checkbox value={whole} label="Todos os SPIDs" />
            {companySpids.map(({ spid }) => (
              <Checkbox key={spid} value={spid} label={spid} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <PeriodFields
        values={period}
        errors={errors}
        daysMax={daysMax}
        days={chosen && !takesPeriod({ profile_id: Number(chosen.value) }) ? 'none' : 'both'}
        onChange={(change) => {
          setErrors({})
          setPeriod({ ...period, ...change })
        }}
      >
        <Checkbox
          mt="xs"
          label="Mudar também o prazo e o motivo de quem já tem o perfil"
          checked={replaces}
          onChange={({ currentTarget: { checked } }) => setReplaces(checked)}
        />
      </PeriodFields>
      <output className={classes['summary']} aria-label="O que será feito">
        {effect && <Summary effect={effect} people={people} />}
      </output>
      <div role="alert" className={classes['refusal']}>
        {full && (
          <>
            <p>Limite de usuários neste plano excedido</p>
            <p>{`Faltam licenças: são precisas ${formatNumber(full.needed)}, e há ${formatNumber(full.free)} ${full.free === 1 ? 'livre' : 'livres'} de ${formatNumber(full.limit)}.`}</p>
          </>
        )}
        {tooMany && (
          <p>
            São no máximo {formatNumber(userProfilesMax)} atribuições por vez: escolha menos SPIDs
            ou menos pessoas.
          </p>
        )}
      </div>
      <Group justify="flex-end" gap="sm">
        <Button type="submit" disabled={!ready}>
          Dar perfil
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
      </Group>
    </form>
  )
}

interface SummaryProps {
  effect: ReturnType<typeof effectOfGiving>
  people: SelectedPeople
}

/** Shows which users receive the profile, already hold it, or cannot receive it, with the periods that they have. */
function Summary({ effect, people }: SummaryProps) {
  const { given, again, replaced, holding, later, left, seats, periods } = effect
  const named = (ids: readonly number[]) =>
    namesOf(
      ids.flatMap((id) => {
        const [person, period] = [people.get(id), periods.get(id)]
        return person ? { name: period ? `${person.name} (${period})` : person.name } : []
      }),
    )
  const line = (ids: readonly number[], one: string, several: string) =>
    ids.length > 0 && (
      <li>
        {fullStop(`${peopleWords(ids.length)} ${ids.length === 1 ? one : several}: ${named(ids)}`)}
      </li>
    )
  const without = (ids: readonly number[], others: readonly number[]) =>
    ids.filter((id) => !others.includes(id))
  return (
    <ul>
      {given.length === 0 && (
        <li>{replaced.length > 0 ? 'Ninguém recebe o perfil agora.' : 'Ninguém recebe nada.'}</li>
      )}
      {line(without(given, again), 'recebe o perfil', 'recebem o perfil')}
      {line(again, 'recebe de novo o perfil', 'recebem de novo o perfil')}
      {line(replaced, 'já tem e recebe este prazo', 'já têm e recebem este prazo')}
      {line(without(holding, later), 'já tem', 'já têm')}
      {line(later, 'já tem, mas só mais tarde', 'já têm, mas só mais tarde')}
      {line(
        left,
        'não pode receber perfis nesta empresa e fica como está',
        'não podem receber perfis nesta empresa e ficam como estão',
      )}
      {seats && seats.needed > 0 && (
        <li>{`${seats.needed === 1 ? 'Ocupa 1 licença' : `Ocupa ${formatNumber(seats.needed)} licenças`}; ${seats.free === 1 ? 'há 1 livre' : `há ${formatNumber(seats.free)} livres`}.`}</li>
      )}
    </ul>
  )
}
