import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState, type SubmitEvent } from 'react'
import { searchMaxLength } from '../../contract/list.ts'
import { daysWithoutAccess, pendingMatter, pendingMatters } from '../../contract/user-search.ts'
import { retype } from '../form/retype.ts'
import { useIsAdministrator } from '../session-state/use-allowed-actions.ts'
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
}

const none: UserFilters = {
  name: '',
  email: '',
  status: '',
  phone_number: '',
  company_id: '',
  no_access: false,
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

/** Filters of the user list, applied by the button or Enter (console.md §2). */
export function UserFinder({ filters, onFilter }: UserFinderProps) {
  const administrator = useIsAdministrator()
  const [typed, setTyped] = useState(filters)
  const [shown, setShown] = useState(filters)
  /** Whether the name field removed characters that names do not contain. */
  const [dropped, setDropped] = useState(false)
  if (!same(filters, shown)) {
    setShown(filters)
    setTyped(filters)
  }
  const set = (change: Partial<UserFilters>) => setTyped((before) => ({ ...before, ...change }))
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onFilter(typed)
  }
  return (
    <search>
      <form className={classes['finder']} onSubmit={submit} aria-label="Buscar usuários">
        <TextInput
          label="Nome"
          maxLength={searchMaxLength}
          value={typed.name}
          onChange={({ currentTarget }) => {
            const before = currentTarget.value
            const name = retype(currentTarget, lettersOf)
            setDropped(name !== before)
            set({ name })
          }}
        />
        <TextInput
          label="E-mail"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={searchMaxLength}
          value={typed.email}
          onChange={({ currentTarget: { value } }) => set({ email: value })}
        />
        <output className={classes['status']} aria-label="Sobre o nome">
          {dropped && 'No nome, a busca é só por letras: números e outros sinais ficam de fora.'}
        </output>
        <NativeSelect
          label="Status"
          data={statuses}
          value={typed.status}
          onChange={({ currentTarget: { value } }) => set({ status: value })}
        />
        <PhoneInput
          label="Telefone"
          value={typed.phone_number}
          onType={(digits) => set({ phone_number: digits.slice(0, phoneMax) })}
        />
        {administrator && (
          <CompanyFilter value={typed.company_id} onChoose={(company_id) => set({ company_id })} />
        )}
        <NativeSelect
          label="Primeiro acesso"
          data={firstAccess}
          value={typed.invited}
          onChange={({ currentTarget: { value } }) => set({ invited: value })}
        />
        <NativeSelect
          label="Pendência"
          data={pendings}
          value={typed.pending}
          onChange={({ currentTarget: { value } }) => set({ pending: value })}
        />
        <Checkbox
          label={`Sem acesso há ${daysWithoutAccess} dias`}
          checked={typed.no_access}
          onChange={({ currentTarget: { checked } }) => set({ no_access: checked })}
        />
        <div className={classes['buttons']}>
          <Button
            type="submit"
            leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
          >
            Buscar
          </Button>
          {!(same(typed, none) && same(filters, none)) && (
            <Button
              variant="default"
              onClick={(event) => {
                // The button disappears when it clears the filters, so the first field takes the focus.
                event.currentTarget.form?.querySelector('input')?.focus()
                setTyped(none)
                setDropped(false)
                onFilter(none)
              }}
            >
              Limpar
            </Button>
          )}
        </div>
      </form>
    </search>
  )
}
