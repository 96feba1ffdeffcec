import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { searchMaxLength } from '../../contract/list.ts'
import { daysWithoutAccess, pendingMatter, pendingMatters } from '../../contract/user-search.ts'
import { retype } from '../form/retype.ts'
import { ListViews } from '../list/list-views.tsx'
import { useIsAdministrator } from '../session-state/use-allowed-actions.ts'
import {
  FilterButton,
  filtersBesideViews,
  FilterSheet,
  moreFiltersWidth,
} from '../ui/filter-bar.tsx'
import { ListCount, type Counted } from '../ui/list-count.tsx'
import { useRoom } from '../ui/use-room.ts'
import { CompanyFilter } from './company-filter.tsx'
import { PhoneInput } from './phone-input.tsx'
import { lettersOf } from './typed-letters.ts'
import classes from './user-finder.module.css'
import type { UserFilters } from './user-list-search.ts'
import { userStatuses } from '../ui/user-status.tsx'

interface UserFinderProps {
  /** Filters of the current list; the browser's back button can change them. */
  filters: UserFilters
  onFilter: (filters: UserFilters) => void
  counted: Counted | undefined
  /** The select of the sort order. */
  order: ReactNode
}

const none: UserFilters = {
  name: '',
  email: '',
  status: '',
  phone_number: '',
  company_id: '',
  no_access: false,
  no_factor: false,
  invited: '',
  pending: '',
}
const statuses = [
  { value: '', label: 'Selecione' },
  ...userStatuses.map(({ value, label }) => ({ value: String(value), label })),
]
const firstAccess = [
  { value: '', label: 'Selecione' },
  { value: '1', label: 'Pendente' },
  { value: '0', label: 'Feito' },
]
const pendings = [
  { value: '', label: 'Selecione' },
  ...pendingMatter.options.map((value) => ({ value, label: pendingMatters[value] })),
]
const phoneMax = 20

const same = (one: UserFilters, other: UserFilters) => JSON.stringify(one) === JSON.stringify(other)

/** Width in rem of name, buttons and count with their gaps. */
const othersWidth = 11 + moreFiltersWidth + 7 + 7.5

interface FieldProps {
  typed: UserFilters
  set: (change: Partial<UserFilters>) => void
}

/** The filters after the name, the specified ones first (console.md §2). */
const fields: readonly {
  name: keyof UserFilters
  administrator?: true
  render: (props: FieldProps) => ReactNode
}[] = [
  {
    name: 'email',
    render: ({ typed, set }) => (
      <TextInput
        label="E-mail"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={searchMaxLength}
        value={typed.email}
        onChange={({ currentTarget: { value } }) => set({ email: value })}
      />
    ),
  },
  {
    name: 'status',
    render: ({ typed, set }) => (
      <NativeSelect
        label="Status"
        data={statuses}
        value={typed.status}
        onChange={({ currentTarget: { value } }) => set({ status: value })}
      />
    ),
  },
  {
    name: 'phone_number',
    render: ({ typed, set }) => (
      <PhoneInput
        label="Telefone"
        value={typed.phone_number}
        onType={(digits) => set({ phone_number: digits.slice(0, phoneMax) })}
      />
    ),
  },
  {
    name: 'company_id',
    administrator: true,
    render: ({ typed, set }) => (
      <CompanyFilter value={typed.company_id} onChoose={(company_id) => set({ company_id })} />
    ),
  },
  {
    name: 'invited',
    render: ({ typed, set }) => (
      <NativeSelect
        label="Primeiro acesso"
        data={firstAccess}
        value={typed.invited}
        onChange={({ currentTarget: { value } }) => set({ invited: value })}
      />
    ),
  },
  {
    name: 'pending',
    render: ({ typed, set }) => (
      <NativeSelect
        label="Pendência"
        data={pendings}
        value={typed.pending}
        onChange={({ currentTarget: { value } }) => set({ pending: value })}
      />
    ),
  },
  {
    name: 'no_access',
    render: ({ typed, set }) => (
      <Checkbox
        label={`Sem acesso há ${daysWithoutAccess} dias`}
        checked={typed.no_access}
        onChange={({ currentTarget: { checked } }) => set({ no_access: checked })}
      />
    ),
  },
  {
    name: 'no_factor',
    render: ({ typed, set }) => (
      <Checkbox
        label="Sem segundo fator"
        checked={typed.no_factor}
        onChange={({ currentTarget: { checked } }) => set({ no_factor: checked })}
      />
    ),
  },
]

/**
 * Filters of the user list, applied by the button or Enter (console.md §2): the name and up to three others in the bar,
 * the rest in a dialog.
 */
export function UserFinder({ filters, onFilter, counted, order }: UserFinderProps) {
  const administrator = useIsAdministrator()
  const box = useRef<HTMLDivElement>(null)
  const name = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(filters)
  const [shown, setShown] = useState(filters)
  const [opened, setOpened] = useState(false)
  /** Whether the name field removed characters that names do not contain. */
  const [dropped, setDropped] = useState(false)
  if (!same(filters, shown)) {
    setShown(filters)
    setTyped(filters)
  }
  const offered = fields.filter((field) => administrator || !field.administrator)
  const { fit, iconOnly } = filtersBesideViews(
    useRoom(box),
    offered.map(() => ''),
    othersWidth,
  )
  const isSet = ({ name: key }: { name: keyof UserFilters }) => Boolean(filters[key])
  // A filter that is set is in the bar if there is space, so that the user sees what limits the list.
  const first = [...offered.filter(isSet), ...offered.filter((field) => !isSet(field))].slice(
    0,
    fit,
  )
  const inBar = offered.filter((field) => first.includes(field))
  const inSheet = offered.filter((field) => !first.includes(field))
  const set = (change: Partial<UserFilters>) => setTyped((before) => ({ ...before, ...change }))
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setOpened(false)
    onFilter(typed)
  }
  const clear = () => {
    // The button disappears when it clears the filters, so the first field takes the focus.
    name.current?.focus()
    setOpened(false)
    setTyped(none)
    setDropped(false)
    onFilter(none)
  }
  const clearable = !(same(typed, none) && same(filters, none))
  const find = (
    <Button
      type="submit"
      leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
      className={classes['find'] ?? ''}
    >
      Buscar
    </Button>
  )
  return (
    <search ref={box}>
      <form className={classes['finder']} onSubmit={submit} aria-label="Buscar usuários">
        <ListViews list="/user-list" iconOnly={iconOnly} />
        <TextInput
          ref={name}
          className={classes['name'] ?? ''}
          label="Nome"
          maxLength={searchMaxLength}
          value={typed.name}
          onChange={({ currentTarget }) => {
            const before = currentTarget.value
            const letters = retype(currentTarget, lettersOf)
            setDropped(letters !== before)
            set({ name: letters })
          }}
        />
        {inBar.map(({ name: key, render }) => (
          <div key={key} className={classes['field']}>
            {render({ typed, set })}
          </div>
        ))}
        {inSheet.length > 0 && (
          <FilterButton
            further={fit > 0}
            count={inSheet.filter(isSet).length}
            onPress={() => setOpened(true)}
          />
        )}
        {find}
        {clearable && (
          <Button variant="default" className={classes['clear'] ?? ''} onClick={clear}>
            Limpar
          </Button>
        )}
        <ListCount counted={counted} />
        <output className={classes['status']} aria-label="Sobre o nome">
          {dropped && 'No nome, a busca é só por letras: números e outros sinais ficam de fora.'}
        </output>
      </form>
      <FilterSheet opened={opened} onClose={() => setOpened(false)}>
        <form className={classes['sheet']} onSubmit={submit} aria-label="Filtros de usuários">
          {inSheet.map(({ name: key, render }) => (
            <div key={key}>{render({ typed, set })}</div>
          ))}
          {order}
          <div className={classes['buttons']}>
            {find}
            {clearable && (
              <Button variant="default" onClick={clear}>
                Limpar
              </Button>
            )}
          </div>
        </form>
      </FilterSheet>
    </search>
  )
}
