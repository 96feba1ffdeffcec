import { NativeSelect } from '@mantine/core'

const choices = [
  { value: '1', label: 'Ativo' },
  { value: '0', label: 'Inativo' },
]

interface StatusSelectProps {
  name: string
  active: boolean
  error: string | undefined
  onActive: (active: boolean) => void
}

/** The status of a record; offered on update only (console.md §4). */
export function StatusSelect({ name, active, error, onActive }: StatusSelectProps) {
  return (
    <NativeSelect
      label="Status"
      required
      data={choices}
      name={name}
      value={active ? '1' : '0'}
      error={error}
      onChange={(event) => onActive(event.currentTarget.value === '1')}
    />
  )
}
